//! Finds what can be mutated: operators, negations, guards, and functions whose result can be made up.

use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// One place and what is put there.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The file, from the root of the repository.
    pub file: String,
    pub line: usize,
    column: usize,
    function: String,
    what: String,
    pub change: Change,
}

/// How the source is changed; ranges are bytes of the file.
#[derive(Clone, Debug)]
pub enum Change {
    /// The expression there becomes these parts.
    Expression(Range<usize>, Vec<Part>),
    /// The function whose body begins there returns this at once.
    Body(usize, &'static str),
}

/// A part of a mutated expression.
#[derive(Clone, Debug)]
pub enum Part {
    Words(String),
    Source(Range<usize>),
}

impl Mutant {
    pub fn words(&self) -> String {
        format!("{}:{}:{}: {} in {}", self.file, self.line, self.column, self.what, self.function)
    }

    /// Whether its words hold all parts of a line of a list.
    pub fn is_at(&self, line: &str) -> bool {
        let words = self.words();
        line.split(" & ").all(|part| words.contains(part.trim()))
    }
}

/// Every mutant of a file.
pub fn in_file(name: &str, text: &str) -> Result<Vec<Mutant>, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut finder = Finder { file: name, text, function: Vec::new(), found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'a> {
    file: &'a str,
    text: &'a str,
    function: Vec<String>,
    found: Vec<Mutant>,
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg_test = attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "test");
        attribute.path().is_ident("test") || is_cfg_test
    })
}

impl Finder<'_> {
    fn note(&mut self, span: proc_macro2::Span, what: String, change: Change) {
        let start = span.start();
        self.found.push(Mutant {
            file: self.file.to_string(),
            line: start.line,
            column: start.column + 1,
            function: self.function.last().cloned().unwrap_or_default(),
            what,
            change,
        });
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        // The switch is read at run time, so what is worked out by the compiler can't have one.
        if signature.constness.is_some() {
            return;
        }
        let name = signature.ident.to_string();
        self.function.push(name.clone());
        let body = block.span().byte_range().start + 1;
        if !block.stmts.is_empty() {
            for result in results(&signature.output) {
                let what = format!("return {result}").trim_end().to_string();
                self.note(signature.ident.span(), what, Change::Body(body, result));
            }
        }
        visit::visit_block(self, block);
        self.function.pop();
    }

    fn source(&self, range: &Range<usize>) -> String {
        let words: Vec<&str> = self.text[range.clone()].split_whitespace().collect();
        let mut words = words.join(" ");
        if words.chars().count() > 60 {
            words = words.chars().take(60).chain(['…']).collect();
        }
        words
    }
}

/// What a function could return that its body has nothing to do with.
fn results(output: &syn::ReturnType) -> &'static [&'static str] {
    let syn::ReturnType::Type(_, result) = output else { return &[""] };
    let syn::Type::Path(path) = &**result else { return &[] };
    let Some(last) = path.path.segments.last() else { return &[] };
    match last.ident.to_string().as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => &["0", "1"],
        "i8" | "i16" | "i32" | "i64" | "isize" => &["0", "1", "-1"],
        "Option" => &["None"],
        "Vec" => &["Vec::new()"],
        "String" => &["String::new()"],
        _ => &[],
    }
}

/// What takes the place of an operator.
fn others(operator: &syn::BinOp) -> &'static [&'static str] {
    use syn::BinOp::*;
    match operator {
        Eq(_) => &["!="],
        Ne(_) => &["=="],
        Lt(_) => &["<=", ">"],
        Le(_) => &["<", ">"],
        Gt(_) => &[">=", "<"],
        Ge(_) => &[">", "<"],
        And(_) => &["||"],
        Or(_) => &["&&"],
        Add(_) => &["-", "*"],
        Sub(_) => &["+", "/"],
        Mul(_) => &["+", "/"],
        Div(_) => &["*", "%"],
        Rem(_) => &["/", "+"],
        BitAnd(_) => &["|", "^"],
        BitOr(_) => &["&", "^"],
        BitXor(_) => &["|", "&"],
        Shl(_) => &[">>"],
        Shr(_) => &["<<"],
        AddAssign(_) => &["-=", "*="],
        SubAssign(_) => &["+=", "/="],
        MulAssign(_) => &["+="],
        DivAssign(_) => &["*="],
        BitAndAssign(_) => &["|="],
        BitOrAssign(_) => &["&=", "^="],
        _ => &[],
    }
}

/// Whether a condition has a `let` of its own, which can stand in no other expression.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = arm.guard.as_ref().filter(|(_, guard)| !has_let(guard)) {
            let range = guard.span().byte_range();
            for word in ["true", "false"] {
                let what = format!("guard `{}` is {word}", self.source(&range));
                let parts = vec![Part::Words(word.to_string())];
                self.note(guard.span(), what, Change::Expression(range.clone(), parts));
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_binary(&mut self, both: &'ast syn::ExprBinary) {
        if !has_let(&both.left) && !has_let(&both.right) {
            let (left, right) = (both.left.span().byte_range(), both.right.span().byte_range());
            let range = left.start..right.end;
            let operator = self.source(&both.op.span().byte_range());
            for other in others(&both.op) {
                let words = |words: &str| Part::Words(words.to_string());
                let parts = vec![
                    words("("),
                    Part::Source(left.clone()),
                    words(&format!(") {other} (")),
                    Part::Source(right.clone()),
                    words(")"),
                ];
                let what = format!("{operator} becomes {other} in `{}`", self.source(&range));
                self.note(both.op.span(), what, Change::Expression(range.clone(), parts));
            }
        }
        visit::visit_expr_binary(self, both);
    }

    fn visit_expr_unary(&mut self, one: &'ast syn::ExprUnary) {
        if matches!(one.op, syn::UnOp::Not(_) | syn::UnOp::Neg(_)) {
            let (range, inner) = (one.span().byte_range(), one.expr.span().byte_range());
            if !matches!(&*one.expr, syn::Expr::Lit(_)) {
                let what = format!("`{}` without its sign", self.source(&range));
                self.note(one.span(), what, Change::Expression(range, vec![Part::Source(inner)]));
            }
        }
        visit::visit_expr_unary(self, one);
    }
}
