// Six short sounds, made in the browser. They are off until somebody wants them, and never the only sign of anything.
'use strict';
const dejarikSound = (() => {
  let audio = null;
  const wanted = () => { try { return localStorage.getItem('dejarik-sound') === 'on'; } catch { return false; } };
  // A tone: from one pitch to another, after a while, for a while.
  function tone(from, to, at, time, loud = 0.12, shape = 'sine') {
    const [pitch, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + at];
    pitch.type = shape;
    pitch.frequency.setValueAtTime(from, start);
    pitch.frequency.exponentialRampToValueAtTime(to, start + time);
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(loud, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + time);
    pitch.connect(volume).connect(audio.destination);
    pitch.start(start);
    pitch.stop(start + time + 0.02);
  }
  // A rattle: noise through a filter.
  function noise(at, time, high, loud = 0.2) {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * time), audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
    const [source, filter, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
    Object.assign(source, { buffer });
    Object.assign(filter, { type: 'bandpass' });
    filter.frequency.value = high;
    volume.gain.value = loud;
    source.connect(filter).connect(volume).connect(audio.destination);
    source.start(audio.currentTime + at);
  }
  const sounds = {
    turn() { tone(392, 392, 0, 0.22); tone(587, 587, 0.12, 0.34); },
    card() { noise(0, 0.09, 1800, 0.16); tone(330, 440, 0.03, 0.14, 0.07); },
    attack() { tone(880, 180, 0, 0.22, 0.08, 'sawtooth'); },
    dice() { for (let i = 0; i < 5; i++) noise(i * 0.055 + Math.random() * 0.02, 0.045, 2600 + Math.random() * 1400, 0.24); },
    damage() { noise(0, 0.16, 420, 0.5); tone(160, 70, 0, 0.18, 0.16, 'triangle'); },
    lost() { noise(0, 0.5, 260, 0.6); tone(120, 38, 0, 0.55, 0.2, 'triangle'); },
  };
  const KINDS = { turn: 'turn', control: 'turn', over: 'turn', play: 'card', deploy: 'card', reveal: 'card', build: 'card', attack: 'attack', redirect: 'attack', dice: 'dice', roll: 'dice', reroll: 'dice', damage: 'damage', discard: 'lost' };
  return (kind) => {
    const sound = sounds[KINDS[kind]];
    if (!sound || !wanted() || document.hidden) return;
    audio ||= new AudioContext();
    if (audio.state === 'suspended') audio.resume();
    sound();
  };
})();
