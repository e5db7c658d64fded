import { parseArgs } from 'node:util'
import { type StrangerName, strangerNames } from './flood/strangers.ts'

export type Options = {
  readonly parts: readonly Part[]
  /** The numbers of connections at which transfers are measured. */
  readonly connections: readonly number[]
  /** The length of each round or phase. */
  readonly seconds: number
  /** The number of rounds, whose median counts. */
  readonly rounds: number
  /** The numbers of processes of the bank in `processes`. */
  readonly processes: readonly number[]
  /** The sizes of the books in `growth`; `backup` measures the largest one. */
  readonly entries: readonly number[]
  readonly against: string | undefined
  readonly strangers: readonly StrangerName[]
  readonly sources: readonly SourceName[]
  /** Whether a missed goal is an error. */
  readonly isStrict: boolean
}

export type Part = (typeof allParts)[number]

// The others take minutes.
const usualParts = ['start', 'transfers', 'latency'] as const
const allParts = [
  ...usualParts,
  'processes',
  'statements',
  'restart',
  'growth',
  'memory',
  'files',
  'backup',
  'flood',
] as const

export type SourceName = (typeof sourceNames)[number]
/** The strangers' addresses: eight, one, or one that no limit counts. */
const sourceNames = ['eight', 'one', 'uncounted'] as const

const usage = `
npm run bench -- [--parts all | ${allParts.join()}] [--strict]
                [--connections 1,16,64,256] [--seconds 5] [--rounds 3]
                [--processes 1,2] [--entries 10000,1000000,10000000]
npm run bench -- --against CHECKOUT [--connections 16,64,256] [--seconds 5] [--rounds 10]
npm run flood -- [--seconds 5] [--sources ${sourceNames.join()}] [--only ${strangerNames.join()}]`

/** Reads the command's arguments. Throws an Error that names the wrong one and shows the usage. */
export function readArguments(given: readonly string[]): Options {
  try {
    return parse(given)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}

function parse(given: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...given],
    options: {
      parts: text,
      connections: text,
      seconds: text,
      rounds: text,
      processes: text,
      entries: text,
      against: text,
      only: text,
      sources: text,
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
    processes: numbersIn('processes', values.processes, [1, 2], 16),
    entries: numbersIn('entries', values.entries, [10_000, 1_000_000, 10_000_000], 100_000_000),
    against: values.against,
    strangers: namesIn('only', values.only, strangerNames, strangerNames),
    sources: namesIn('sources', values.sources, sourceNames, sourceNames),
    isStrict: values.strict ?? false,
  }
}

function numbersIn(option: string, text: string | undefined, usual: readonly number[], max: number) {
  if (text === undefined) return usual
  return text.split(',').map((part) => {
    const number = /^\d{1,9}$/.test(part) ? Number(part) : 0
    if (number >= 1 && number <= max) return number
    throw new Error(`--${option} has "${part}": it must be a whole number from 1 to ${max}.`)
  })
}

function namesIn<Name extends string>(
  option: string,
  text: string | undefined,
  allowed: readonly Name[],
  usual: readonly Name[],
): readonly Name[] {
  if (text === undefined) return usual
  return text.split(',').map((part) => {
    const name = allowed.find((one) => one === part)
    if (name !== undefined) return name
    throw new Error(`--${option} has "${part}": it must be some of ${allowed.join()}.`)
  })
}
