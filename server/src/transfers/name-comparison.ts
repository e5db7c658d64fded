import type { NameComparison } from '@bank/contract/transfers/view'
import { plainLetters } from './latin-letters.ts'

/** A word of a name in the spellings that count as one: `Müller` is `muller` and `mueller`. */
type Word = readonly string[]

/**
 * Compares the name that a sender wrote with the name of an account's holder, for the four answers of the European scheme for the
 * verification of payees (docs/decisions/0072-payee-checks.md has the rule and its sources; the fourth answer needs no names).
 *
 * Match: the same words, whatever their order, case, accents, hyphens, titles and alphabet. Close match: every word of the shorter name
 * has a partner in the other one, which may have a slip of the pen, be an initial or a short form, and has at most as many words again.
 * The holder's family name is written in full: who knows only how it begins does not learn it.
 */
export function compareNames(written: string, holder: string): NameComparison {
  const [typed, held] = [wordsOf(written), wordsOf(holder)]
  if (typed.length === 0 || held.length === 0) return 'no_match'
  if (areSame(typed, held)) return 'match'
  return areClose(typed, held) ? 'close_match' : 'no_match'
}

// Of persons and of companies. Words such as Junior are none: a father and his son differ in nothing else.
const titles = new Set(
  'mr mrs ms miss mx dr prof professor sir herr frau mme mlle monsieur madame dott dipl phd ltd limited inc llc plc gmbh'.split(
    ' ',
  ),
)

function wordsOf(name: string): Word[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ‘`´·]/gu, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
  const named = words.filter((word) => !titles.has(word))
  return (named.length > 0 ? named : words).map(spellingsOf).filter((spellings) => spellings[0] !== '')
}

// As German and the languages of the north write them without their marks.
const expanded: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

function spellingsOf(word: string): Word {
  return [
    ...new Set([plainLetters(word), plainLetters(word.replace(/[äöüåø]/g, (letter) => expanded[letter]!))]),
  ]
}

function areSame(a: readonly Word[], b: readonly Word[]): boolean {
  if (a.length === b.length && pairsOf(a, b, isSameWord) === a.length) return true
  // Written in one word or in two: Jeanluc and Jean-Luc.
  return isSameWord(joined(a), joined(b))
}

function areClose(typed: readonly Word[], held: readonly Word[]): boolean {
  const [shorter, longer] = typed.length < held.length ? [typed, held] : [held, typed]
  // One word of several is no name, and a long list of words would be close to everybody.
  if (shorter.length === 1 && longer.length > 1) return false
  if (longer.length > 2 * shorter.length) return false
  // The last word that was written at all is taken as the family name: of John Smith Junior, it may be Smith.
  const family = held.findLast((word) => typed.some((other) => isNearWord(word, other)))
  if (!family || !typed.some((other) => isWholeWord(family, other))) return false
  return pairsOf(shorter, longer, isNearWord) === shorter.length
}

function joined(words: readonly Word[]): Word {
  return [words.map((word) => word[0]).join(''), words.map((word) => word.at(-1)).join('')]
}

function isSameWord(a: Word, b: Word): boolean {
  return a.some((spelling) => b.includes(spelling))
}

/** The same word with a slip at most, or the beginning of it. */
function isNearWord(a: Word, b: Word): boolean {
  return isWholeWord(a, b) || isBeginning(a, b) || isBeginning(b, a)
}

function isWholeWord(a: Word, b: Word): boolean {
  return a.some((x) => b.some((y) => isWhole([...soundOf(x)], [...soundOf(y)])))
}

function isWhole(x: readonly string[], y: readonly string[]): boolean {
  const [a, b] = x.length < y.length ? [x, y] : [y, x]
  return a.length > 1 && editsBetween(a, b) <= editsMax(b.length)
}

/** An initial, or a short form such as `Max` for Maximilian: two letters are the beginning of too many names. */
function isBeginning(short: Word, long: Word): boolean {
  return short.some((x) => [...x].length !== 2 && long.some((y) => soundOf(y).startsWith(soundOf(x))))
}

/** Names are written from one alphabet to another with i, j or y for one sound. */
function soundOf(word: string): string {
  return word.replace(/[jy]/g, 'i')
}

/** How many slips a word of this length may have: in a short one, each letter makes another name. */
function editsMax(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/** The fewest letters to insert, leave out, replace or swap with their neighbour (optimal string alignment). */
function editsBetween(a: readonly string[], b: readonly string[]): number {
  let before: number[] = []
  let last = [...a.keys(), a.length]
  for (const [row, letter] of b.entries()) {
    const next = [row + 1]
    for (const [column, other] of a.entries()) {
      const replaced = last[column]! + (letter === other ? 0 : 1)
      const isSwapped = row > 0 && column > 0 && letter === a[column - 1] && b[row - 1] === other
      const swapped = isSwapped ? before[column - 1]! + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, last[column + 1]! + 1, next[column]! + 1))
    }
    before = last
    last = next
  }
  return last.at(-1)!
}

/** The most words of `a` that have a partner in `b`, each another one (augmenting paths). */
function pairsOf(a: readonly Word[], b: readonly Word[], isPair: (a: Word, b: Word) => boolean): number {
  const partners = new Map<number, number>()
  const findPartner = (word: number, tried: Set<number>): boolean =>
    b.some((_, at) => {
      if (tried.has(at) || !isPair(a[word]!, b[at]!)) return false
      tried.add(at)
      const rival = partners.get(at)
      if (rival !== undefined && !findPartner(rival, tried)) return false
      partners.set(at, word)
      return true
    })
  return a.filter((_, word) => findPartner(word, new Set())).length
}
