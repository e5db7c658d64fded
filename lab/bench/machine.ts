import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { findBinaries } from '@bank/server/embedded/binaries'

/** The machine and the versions of a run, in one line. */
export async function describeMachine(): Promise<string> {
  const { postgres } = await findBinaries()
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model})`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${process.platform} ${release()}`,
    `Node ${process.version}`,
    outputOf(postgres, ['--version'], '.'),
    `load average before ${loadavg()[0]!.toFixed(1)}`,
  ].join(', ')
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
