import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../bank-command.ts'
import { median } from '../median.ts'
import type { Options } from './arguments.ts'
import { npmStart } from './bank-process.ts'
import { fillDataFolder, temporaryFolder } from './data-folder.ts'
import { customersWithHistory, transactionsOfEach } from './history.ts'
import { openOpenLoop } from './open-loop.ts'
import { type Times, timesOf } from './reading.ts'
import { decimals, type Findings, figure, tableOf, whole } from './report.ts'

const load = { perSecond: 500, seconds: 10 }

/** The transfers of ten seconds. */
type Round = { readonly when: string; readonly acknowledged: number; readonly transfers: Times }

/** A line that a command printed, and how many seconds after its start. */
type Line = { readonly seconds: number; readonly text: string }

/**
 * Measures `npm run backup` beside 500 transfers a second, those before, during and after it, and then `npm run restore` with the
 * proof of all books. Throws when the restored books lack a transfer that was acknowledged before the backup.
 */
export async function measureBackup(
  { entries: sizes, rounds: count }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const folder = temporaryFolder(cleanup)
  const dataDir = join(folder, 'data')
  const size = Math.max(...sizes)
  console.log(`Creating books of ${whole(size)} entries…`)
  const lengths = Array<number>(customersWithHistory(size)).fill(transactionsOfEach)
  const { secretKey, customers, entries } = await fillDataFolder(dataDir, lengths)
  const settings = { SECRET_KEY: secretKey, RATE_LIMITS: 'off', DEMO: 'off' }
  const bank = await npmStart({ ...settings, DATA_DIR: dataDir }, cleanup)
  const sender = openOpenLoop(bank.address, customers)

  async function measureRound(when: string): Promise<Round> {
    const { acknowledged, lost, milliseconds } = await sender.send(load)
    if (lost.length > 0) throw new Error(`${lost.length} transfers were lost: ${lost[0]}`)
    const transfers = timesOf(milliseconds)
    console.log(`${when}: p50 ${decimals(transfers.p50)}, p99 ${decimals(transfers.p99)} ms`)
    return { when, acknowledged, transfers }
  }
  const measureRounds = async (when: string) => {
    const rounds: Round[] = []
    while (rounds.length < count) rounds.push(await measureRound(when))
    return rounds
  }

  // Programs are slower in their first seconds: this round does not count.
  const first = await measureRound('the first round')
  const before = await measureRounds('before')
  let isRunning = true
  const backup = runCommand('backup', join(folder, 'backup'), { DATA_DIR: dataDir }, cleanup)
  const ended = backup.finally(() => {
    isRunning = false
  })
  ended.catch(() => {})
  const during: Round[] = []
  while (isRunning) during.push(await measureRound('during the backup'))
  const backupLines = await ended
  const after = await measureRounds('after')
  sender.close()
  await bank.stop()

  const restored = { DATA_DIR: join(folder, 'restored'), SECRET_KEY: secretKey }
  const restoreLines = await runCommand('restore', join(folder, 'backup'), restored, cleanup)
  // A transfer is one posting, and so two entries.
  const acknowledged = [first, ...before].reduce((sum, round) => sum + round.acknowledged, 0)
  requireEntries(restoreLines, entries + 2 * acknowledged)
  return backupFindings([...before, ...during, ...after], { backup: backupLines, restore: restoreLines })
}

/** Runs `npm run backup` or `npm run restore` on a folder, and returns what it printed. Throws when it fails. */
async function runCommand(
  name: 'backup' | 'restore',
  folder: string,
  settings: Readonly<Record<string, string>>,
  cleanup: AsyncDisposableStack,
): Promise<Line[]> {
  const begin = performance.now()
  const child = spawn('npm', ['run', '--silent', name, '--', folder], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanup.defer(() => void child.kill())
  const closed = once(child, 'close')
  const lines: Line[] = []
  for await (const text of createInterface({ input: child.stdout })) {
    lines.push({ seconds: (performance.now() - begin) / 1_000, text })
    console.log(`${name}, ${decimals(lines.at(-1)!.seconds)} s: ${text}`)
  }
  const [code] = await closed
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}.`)
  return lines
}

/** The first line of the proof counts entries. */
function requireEntries(lines: readonly Line[], least: number): void {
  const counted = lines.map(({ text }) => /: ([\d,]+) entries\.$/.exec(text)?.[1]).find(Boolean) ?? ''
  if (Number(counted.replaceAll(',', '')) >= least) return
  throw new Error(
    `The restored books have ${counted} entries, and at least ${whole(least)} were acknowledged.`,
  )
}

function backupFindings(
  rounds: readonly Round[],
  { backup, restore }: { backup: readonly Line[]; restore: readonly Line[] },
): Findings {
  const p99s = (when: string) => rounds.filter((one) => one.when === when).map((one) => one.transfers.p99)
  const usual = median(p99s('before'))
  const during = p99s('during the backup')
  return {
    part: 'backup',
    figures: [
      figure('npm run backup beside 500 transfers a second', backup.at(-1)!.seconds, ' s', { atMost: 120 }),
      figure('p99 of transfers before the backup', usual, ' ms'),
      figure('p99 during the backup to before, median of the rounds', median(during) / usual, '', {
        atMost: 2,
      }),
      figure('p99 during the backup to before, highest round', Math.max(...during) / usual, '', {
        atMost: 2,
      }),
      figure('npm run restore with the proof of the books', restore.at(-1)!.seconds, ' s', { atMost: 300 }),
    ],
    tables: [
      tableOf(`${load.perSecond} transfers a second in rounds of ${load.seconds} s`, rounds, {
        round: ({ when }) => when,
        'p50 ms': ({ transfers }) => decimals(transfers.p50),
        'p99 ms': ({ transfers }) => decimals(transfers.p99),
        'max ms': ({ transfers }) => decimals(transfers.max),
      }),
      ...Object.entries({ backup, restore }).map(([name, lines]) =>
        tableOf(`What npm run ${name} printed`, lines, {
          'after s': ({ seconds }) => decimals(seconds),
          line: ({ text }) => text.split(':')[0]!,
        }),
      ),
    ],
  }
}
