//! A list of fixed capacity that is copied as a whole: the state has no heap.

use std::ops::{Deref, DerefMut};

/// Up to `N` items in place.
#[derive(Clone, Copy, Debug)]
pub struct List<T, const N: usize> {
    items: [T; N],
    len: u8,
}

/// The list had no room left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// Adds an item at the end.
    pub fn push(&mut self, item: T) -> Result<(), Full> {
        let place = self.items.get_mut(usize::from(self.len)).ok_or(Full)?;
        *place = item;
        self.len += 1;
        Ok(())
    }

    /// Takes the last item off.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        // What is behind the end is always the default, so that equal lists are equal in memory.
        Some(std::mem::take(&mut self.items[usize::from(self.len)]))
    }

    /// Takes an item out; the order of the others stays.
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.copy_within(index + 1.., index);
        self.pop();
        item
    }

    /// Keeps the items that fit, in order.
    pub fn retain(&mut self, mut fits: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for i in 0..self.len() {
            let item = self[i];
            if fits(&item) {
                self[kept] = item;
                kept += 1;
            }
        }
        while self.len() > kept {
            self.pop();
        }
    }

    /// Becomes a copy of another list; what is in use of either is copied, for behind it both are the same.
    pub fn copy_from(&mut self, from: &List<T, N>) {
        // A small list is copied more quickly than it is looked at.
        if size_of::<List<T, N>>() <= 64 {
            *self = *from;
            return;
        }
        let used = usize::from(self.len.max(from.len));
        if used > 0 {
            self.items[..used].copy_from_slice(&from.items[..used]);
            self.len = from.len;
        }
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        *self = List::default();
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> List<T, N> {
        List { items: [T::default(); N], len: 0 }
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &List<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: std::hash::Hash, const N: usize> std::hash::Hash for List<T, N> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::{Full, List};

    #[test]
    fn a_full_list_says_so_and_keeps_its_items() {
        let mut list: List<u8, 2> = List::default();
        assert_eq!((list.push(1), list.push(2), list.push(3)), (Ok(()), Ok(()), Err(Full)));
        assert_eq!(list[..], [1, 2]);
        assert_eq!(list.remove(0), 1);
        assert_eq!((list.pop(), list.pop()), (Some(2), None));
    }

    #[test]
    fn a_copy_over_another_list_is_the_same_in_memory() {
        let mut list: List<u8, 8> = List::default();
        let mut copy = list;
        (1..=6).for_each(|n| copy.push(n).unwrap());
        (7..=9).for_each(|n| list.push(n).unwrap());
        copy.copy_from(&list);
        assert_eq!((copy.items, copy.len), (list.items, list.len));
    }

    #[test]
    fn retain_keeps_the_order() {
        let mut list: List<u8, 8> = List::default();
        (1..=6).for_each(|n| list.push(n).unwrap());
        list.retain(|n| n % 2 == 0);
        assert_eq!(list[..], [2, 4, 6]);
    }
}
