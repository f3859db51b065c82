"use strict";

/*
The page's worker in node: checks each file that is named on a line of standard input, and prints
what came of it as JSON. Its first argument is the page.
*/
const fs = require("node:fs");
const { resolveObjectURL } = require("node:buffer");
const threads = require("node:worker_threads");

const AROUND = `
  const { parentPort } = require("node:worker_threads");
  globalThis.self = globalThis;
  self.postMessage = (data) => parentPort.postMessage(data);
  parentPort.on("message", (data) => self.onmessage({ data }));
`;

globalThis.Worker = class {
  constructor(address) {
    const text = resolveObjectURL(address).text();
    const limits = { stackSizeMb: 1 };
    this.thread = text.then((code) => {
      const thread = new threads.Worker(AROUND + code, { eval: true, resourceLimits: limits });
      thread.on("message", (data) => this.onmessage({ data }));
      thread.on("error", ({ message }) => this.onerror({ message, preventDefault() {} }));
      return thread;
    });
  }

  postMessage(data) {
    this.thread.then((thread) => thread.postMessage(data));
  }

  terminate() {
    this.thread.then((thread) => thread.terminate());
  }
};

const page = fs.readFileSync(process.argv[2], "utf8");
const scripts = [...page.matchAll(/<script data-worker>([^]*?)<\/script>/g)].map(([, text]) => text);
const Proof = new Function(`${scripts.join("\n")}; return Proof;`)();
const spelled = (x) => (x?.p === undefined ? x : [x.p.toString(16), x.q.toString(16)]);

async function main() {
  for (const name of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const { value, upper, rows, flip, ...answer } = await Proof.check({ bytes: new Uint8Array(fs.readFileSync(name)) });
    const shown = { ...answer, value: spelled(value), upper: spelled(upper), rows, isFlip: Boolean(flip) };
    console.log(JSON.stringify(shown));
  }
}

main();
