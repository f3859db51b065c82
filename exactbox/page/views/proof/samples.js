"use strict";

/*
Small certificates to try the checker with, and one whose value is false: for each what it is about,
a name for its file, and its text, which is a certificate as it stands in a file.
*/
const Samples = (() => {
  const craps = (numerator) => ({
    certificate: 2,
    kind: "process",
    question: {
      goal: { ended: 0, name: "win", states: [5] },
      model: {
        branches: [8, 1, 3, 3, 3, 1, 3, 3, 3],
        choice: [],
        options: [1, 1, 1, 1, 1, 1, 1, 1, 1],
        rule: "explicit",
        target: [
          [1, 2, 3, 4, 5, 6, 7, 8],
          [1],
          [1, 2, 5],
          [1, 3, 5],
          [1, 4, 5],
          [5],
          [1, 5, 6],
          [1, 5, 7],
          [1, 5, 8],
        ].flat(),
        weight: [
          [4, 3, 4, 5, 8, 5, 4, 3],
          [1],
          [2, 9, 1],
          [3, 13, 2],
          [6, 25, 5],
          [1],
          [6, 5, 25],
          [3, 2, 13],
          [2, 1, 9],
        ].flat(),
      },
      objective: "reach",
      second: [],
      sense: "max",
      start: [0],
    },
    witness: {
      policy: [0, 0, 0, 0, 0, 0, 0, 0, 0],
      ranks: [0, 0, 0, 0, 0, 0, 0, 0, 0],
      values: [
        [1, [1], [0]],
        [3, [2, 8], [1, 1]],
        [5, [3, 7], [2, 2]],
        [11, [4, 6], [5, 5]],
        [495, [0], [numerator]],
      ],
    },
  });
  const box = {
    certificate: 2,
    kind: "process",
    question: {
      model: {
        behind: [],
        choice: 0,
        dice: [6, 6],
        first: 0,
        goal: "score",
        limit: 6,
        most: 0,
        one_die: "sum",
        rule: "shutbox",
        score: "sum",
        single: 0,
        start: 15,
        stop: 0,
        tiles: [1, 2, 3, 4],
      },
      objective: "cost",
      sense: "min",
    },
    witness: {
      infinite: [],
      levels: [],
      policy: Array(62).fill(0),
      ranks: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 1, 2, 1, 2, 2, 3, 2, 3, 2, 3, 4],
      values: [
        [1, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8, 10]],
        [36, [10, 11, 13, 15], [30, 60, 90, 120]],
        [1296, [12, 14, 16, 17], [2484, 3312, 4140, 4140]],
        [46656, [18, 20, 22], [79056, 170352, 203544]],
        [1679616, [23], [4454280]],
      ],
    },
  };
  const cards = {
    certificate: 2,
    kind: "process",
    question: {
      model: {
        cards: 4,
        dice: [
          [[1, 1], [2, 1]],
          [[1, 1], [2, 1]],
        ],
        goal: 15,
        rule: "flip",
        start: 0,
      },
      objective: "cost",
      sense: "min",
    },
    witness: {
      infinite: [],
      levels: [],
      policy: [
        [0, 2, 1, 1, 2, 1, 0, 2, 1, 1, 2, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 2, 0, 1, 2],
        [0, 0, 2, 0, 1, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0],
      ].flat(),
      ranks: [4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0],
      values: [
        [1, [15], [0]],
        [1, [13], [1]],
        [7, [5, 7], [32, 31]],
        [3, [9, 11], [8, 7]],
        [15, [12, 14], [32, 23]],
        [105, [1, 3], [549, 536]],
        [105, [4], [521]],
        [105, [6], [494]],
        [225, [8, 10], [797, 728]],
        [1575, [0], [8936]],
      ],
    },
  };

  return [
    ["Craps", "craps.json", craps(244)],
    ["Shut the Box", "shutbox-4.json", box],
    ["Four cards", "flip-2.json", cards],
    ["A false one", "craps-false.json", craps(245)],
  ].map(([words, name, certificate]) => ({ words, name, text: JSON.stringify(certificate) }));
})();
