import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../options.ts'

/** The length of a run, and its seed. */
export type Arguments = {
  /**
   * `commit`: one round of the faults, at most two minutes. `minutes`: every kind of fault. `gold`: until the figures of a
   * release are reached. `failover`: only a primary with a standby. `patroni`: only a Patroni cluster.
   */
  readonly form: 'commit' | 'minutes' | 'gold' | 'failover' | 'patroni'
  readonly minutes: number
  readonly seed: string
}

export const usage = 'npm run chaos -- [--minutes N | --commit | --gold] [--failover | --patroni] [--seed S]'

/** Reads the command's arguments. Throws an Error that names the wrong one. */
export function readArguments(given: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      minutes: { type: 'string' },
      commit: { type: 'boolean', default: false },
      gold: { type: 'boolean', default: false },
      failover: { type: 'boolean', default: false },
      patroni: { type: 'boolean', default: false },
      seed: { type: 'string', default: randomBytes(4).toString('hex') },
    },
  })
  if ([values.minutes !== undefined, values.commit, values.gold].filter(Boolean).length > 1) {
    throw new Error('--minutes, --commit and --gold: give one of them.')
  }
  const cluster = (['failover', 'patroni'] as const).filter((form) => values[form])
  if (cluster.length > 0 && (cluster.length > 1 || values.commit || values.gold)) {
    throw new Error(`--${cluster[0]} goes with --minutes only.`)
  }
  if (!/^[\w-]{1,40}$/.test(values.seed)) {
    throw new Error(`--seed has "${values.seed}": it must be 1 to 40 letters, digits, - or _.`)
  }
  const minutes = wholeNumber('minutes', values.minutes ?? '5', 9_999)
  const form = values.commit ? 'commit' : values.gold ? 'gold' : (cluster[0] ?? 'minutes')
  return { form, minutes, seed: values.seed }
}

/** The command that repeats the run. */
export function commandOf({ form, minutes, seed }: Arguments): string {
  const length = form === 'commit' || form === 'gold' ? '' : `--minutes ${minutes} `
  return `npm run chaos -- ${form === 'minutes' ? '' : `--${form} `}${length}--seed ${seed}`
}
