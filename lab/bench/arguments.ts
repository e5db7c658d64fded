import { parseArgs } from 'node:util'
import { namesIn, wholeNumber } from '../options.ts'
import { type StrangerName, strangerNames } from './flood/strangers.ts'

export type Options = {
  readonly parts: readonly Part[]
  /** The numbers of connections at which transfers are measured. */
  readonly connections: readonly number[]
  /** The length of each round or phase. */
  readonly seconds: number
  /** The number of rounds, whose median counts. */
  readonly rounds: number
  /** The size of the books in `books-check`. */
  readonly entries: number
  readonly against: string | undefined
  readonly strangers: readonly StrangerName[]
  readonly sources: readonly SourceName[]
  readonly callers: readonly CallerName[]
  /** The numbers of the strangers' connections. */
  readonly strangerConnections: readonly number[]
  /** Whether a missed goal is an error. */
  readonly isStrict: boolean
}

export type Part = (typeof allParts)[number]

// The others take minutes.
const usualParts = ['start', 'transfers', 'latency'] as const
const allParts = [...usualParts, 'books-check', 'searches', 'schedules', 'alerts', 'flood'] as const

export type SourceName = (typeof sourceNames)[number]
/** The strangers' addresses: eight, one, or one that no limit counts. */
const sourceNames = ['eight', 'one', 'uncounted'] as const

export type CallerName = (typeof callerNames)[number]
/** Strangers without a session, and with sessions of people who have registered themselves. */
const callerNames = ['visitor', 'registered'] as const

export const usage = `npm run bench -- [--parts all | ${allParts.join()}] [--strict]
                [--connections 1,16,64,256] [--seconds 5] [--rounds 3]
                [--entries 10000000]
npm run bench -- --against CHECKOUT [--connections 16,64,256] [--seconds 5] [--rounds 10]
npm run flood -- [--seconds 5] [--sources ${sourceNames.join()}] [--callers ${callerNames.join()}]
                [--connections 50] [--only ${strangerNames.join()}]`

/** Reads the command's arguments. Throws an Error that names the wrong one. */
export function readArguments(given: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...given],
    options: {
      parts: text,
      connections: text,
      seconds: text,
      rounds: text,
      entries: text,
      against: text,
      only: text,
      sources: text,
      callers: text,
      strict: { type: 'boolean' },
    },
  })
  const isComparison = values.against !== undefined
  const connections = isComparison ? [16, 64, 256] : [1, 16, 64, 256]
  return {
    parts: values.parts === 'all' ? allParts : namesIn('parts', values.parts, allParts, usualParts),
    connections: numbersIn('connections', values.connections, connections, 512),
    seconds: numbersIn('seconds', values.seconds, [5], 3_600)[0]!,
    rounds: numbersIn('rounds', values.rounds, [isComparison ? 10 : 3], 100)[0]!,
    entries: wholeNumber('entries', values.entries ?? '10000000', 100_000_000),
    against: values.against,
    strangers: namesIn('only', values.only, strangerNames),
    sources: namesIn('sources', values.sources, sourceNames),
    callers: namesIn('callers', values.callers, callerNames),
    strangerConnections: numbersIn('connections', values.connections, [50], 512),
    isStrict: values.strict ?? false,
  }
}

function numbersIn(option: string, text: string | undefined, usual: readonly number[], max: number) {
  if (text === undefined) return usual
  return text.split(',').map((part) => wholeNumber(option, part, max))
}
