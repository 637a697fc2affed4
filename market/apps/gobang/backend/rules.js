// The rules of the game, without database and HTTP. A move is [row, col]; black moves first, so the colour of a
// move follows from its place in the list.
'use strict';

const SIZE = 15;
const TO_WIN = 5;
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

function isPoint(row, col) {
  const fits = (n) => Number.isInteger(n) && n >= 0 && n < SIZE;
  return fits(row) && fits(col);
}

function isTaken(moves, row, col) {
  return moves.some((move) => move[0] === row && move[1] === col);
}

/** All stones of the row that the last move has completed, in order; null when there is none. */
function winningLine(moves) {
  if (moves.length === 0) return null;
  const last = moves.length - 1;
  const own = new Set(moves.filter((_, n) => n % 2 === last % 2).map(([row, col]) => row * SIZE + col));
  const isOwn = (row, col) => isPoint(row, col) && own.has(row * SIZE + col);
  for (const [down, right] of DIRECTIONS) {
    let [row, col] = moves[last];
    while (isOwn(row - down, col - right)) [row, col] = [row - down, col - right];
    const line = [];
    for (; isOwn(row, col); row += down, col += right) line.push([row, col]);
    if (line.length >= TO_WIN) return line;
  }
  return null;
}

/** How many moves are left when a player takes back the own last one; the answer to it goes with it. */
function lengthAfterUndo(moves, isBlack) {
  const own = isBlack ? 0 : 1;
  for (let n = moves.length - 1; n >= 0; n--) if (n % 2 === own) return n;
  return null;
}

function isFull(moves) {
  return moves.length === SIZE * SIZE;
}

module.exports = { isPoint, isTaken, winningLine, lengthAfterUndo, isFull };
