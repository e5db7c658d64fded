import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { findBinaries } from '@bank/server/embedded/binaries'

export type Machine = {
  /** Its cores, which stand beside each figure. */
  readonly name: string
  /** Its memory, its load and the versions of the programs. */
  readonly details: string
}

/** The machine and the versions of a run. */
export async function describeMachine(): Promise<Machine> {
  const { postgres } = await findBinaries()
  const name = `${availableParallelism()} × ${cpus()[0]?.model.trim()}`
  const details = [
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${process.platform} ${release()}`,
    `Node ${process.version}`,
    outputOf(postgres, ['--version'], '.'),
    `load average before ${loadavg()[0]!.toFixed(1)}`,
  ].join(', ')
  return { name, details }
}

/** The short commit of a checkout, with `-changed` when files differ from it. Outside a clone its folder. */
export function versionOf(checkout: string): string {
  try {
    const changes = outputOf('git', ['status', '--porcelain', '--untracked-files=no'], checkout)
    return outputOf('git', ['rev-parse', '--short', 'HEAD'], checkout) + (changes === '' ? '' : '-changed')
  } catch {
    return checkout
  }
}

function outputOf(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
