import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { findBinaries } from '@bank/server/embedded/binaries'
import { root } from './bank-process.ts'

/** Where and with what a run is made: without it no figure says anything. */
export type Machine = {
  readonly cores: number
  readonly processor: string
  readonly memoryGibibytes: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  /** Programs at work on average in the minute before. */
  readonly busyBefore: number
  /** What is measured; `-changed` behind it when files differ from it. Undefined outside a clone. */
  readonly commit: string | undefined
}

export async function lookAtMachine(): Promise<Machine> {
  const { postgres } = await findBinaries()
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGibibytes: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    postgres: said(postgres, ['--version'])?.replace('postgres (PostgreSQL) ', '') ?? 'unknown',
    busyBefore: loadavg()[0]!,
    commit: commit(),
  }
}

/** In a sentence, as the report begins. */
export function tellMachine({ cores, processor, memoryGibibytes, system, node, postgres }: Machine): string {
  return `${cores} cores (${processor}), ${memoryGibibytes} GiB, ${system}, Node ${node}, PostgreSQL ${postgres}`
}

function commit(): string | undefined {
  const name = said('git', ['rev-parse', '--short', 'HEAD'])
  if (name === undefined) return undefined
  return said('git', ['status', '--porcelain', '--untracked-files=no']) === '' ? name : `${name}-changed`
}

function said(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
