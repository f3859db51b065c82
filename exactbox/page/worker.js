"use strict";

/* What runs in the worker: a table of what can be asked, and the answers' way back. */

const ANSWERS = {
  ...ShutBox.answers,
  ...Proof.answers,
  ...Cards.answers,
};

self.onmessage = async ({ data: { id, what, given } }) => {
  let last = 0;
  /** Tell how far the work is: share from 0 to 1 or null, at most every 50 ms. */
  const progress = (share, words = "") => {
    const now = performance.now();
    if (now - last < 50) return;
    last = now;
    self.postMessage({ id, progress: { share, words } });
  };
  try {
    self.postMessage({ id, answer: await ANSWERS[what](given, progress) });
  } catch (error) {
    self.postMessage({ id, error: error.message || String(error) });
  }
};
