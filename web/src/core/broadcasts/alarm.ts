// The sound and the vibration of an urgent broadcast, where the browser allows them: it does neither before the
// member has touched the page, and a laptop does not vibrate.

/** Two tones, three times; frequencies in Hz, times in seconds. */
const TONES = [880, 660] as const;
const TONE_S = 0.18;
const REPEATS = 3;
const VOLUME = 0.25;
/** How long the sound may take to start. */
const LATEST_MS = 2000;
const VIBRATION_MS = [300, 120, 300, 120, 300];

/** Rings and vibrates once. */
export function alarm(): void {
  // Before the first gesture a browser refuses both, and says so in its log.
  if (navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate?.(VIBRATION_MS);
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const asked = performance.now();
  // An engine that does not tell about gestures waits for the next one here: an alarm is not rung that late.
  void audio
    .resume()
    .then(() => (performance.now() - asked < LATEST_MS ? ring(audio) : audio.close()))
    .catch(() => undefined);
}

function ring(audio: AudioContext): void {
  const gain = audio.createGain();
  gain.gain.value = VOLUME;
  gain.connect(audio.destination);
  const tones = Array.from({ length: REPEATS }).flatMap(() => TONES);
  tones.forEach((frequency, at) => {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(audio.currentTime + at * TONE_S);
    tone.stop(audio.currentTime + (at + 1) * TONE_S);
    if (at === tones.length - 1) tone.addEventListener('ended', () => void audio.close());
  });
}
