import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import { root } from '../bank-command.ts'
import { ask } from '../chaos/ask.ts'
import { freeze } from '../chaos/faults/signal.ts'
import { processesIn } from '../chaos/postgres-in-use.ts'
import { expectSoon } from '../chaos/until.ts'
import type { Options } from './arguments.ts'
import { npmStart } from './bank-process.ts'
import { temporaryFolder } from './database.ts'
import { makeHistory } from './history.ts'
import { openOpenLoop } from './open-loop.ts'
import { type Findings, figure } from './report.ts'

// Of faults, and of settings that this bank does not have.
const mayBeAbsent = /5xx|unrendered|rounds_failed|certificate_end|previous_key/

/** Checks that a Prometheus with the delivered files reads all that they name of a running bank, and that alerts fire for their causes. */
export async function checkAlerts(_: Options, cleanup: AsyncDisposableStack): Promise<Findings> {
  const failures: string[] = []
  const findings = { part: 'alerts', failures, figures: [] }
  if (spawnSync('prometheus', ['--version']).status !== 0) failures.push('No Prometheus is installed.')
  if (failures.length > 0) return findings
  const [DATA_DIR, BACKUP_DIR] = [temporaryFolder(cleanup), temporaryFolder(cleanup)]
  const { ownerAddress, stop } = await startEmbedded(DATA_DIR)
  const { secretKey, customers } = await makeHistory(ownerAddress, 20_000).finally(stop)
  const CHECK_BOOKS_AT = new Date(Date.now() + 120_000).toISOString().slice(11, 16)
  const settings = { BACKUP_DIR, CHECK_BOOKS_AT, TIME_ZONE: 'UTC', DEMO: 'off', RATE_LIMITS: 'off' }
  const bank = await npmStart({ DATA_DIR, SECRET_KEY: secretKey, ...settings }, cleanup)
  const query = openPrometheus(new URL(bank.address).port, cleanup)
  const patience = { milliseconds: 240_000, pauseMilliseconds: 500 }
  const soon = (expression: string) => expectSoon(`no ${expression}`, () => query(expression), patience)

  const body = { email: 'no.one@b.example', password: 'a wrong one' }
  await ask(bank.address, { method: 'POST', path: '/api/sessions', body })
  const sender = openOpenLoop(bank.address, customers)
  await sender.send({ perSecond: 20, seconds: 60 })
  sender.close()
  await soon('bank_backups_failing == 0 and bank_books_in_order == 1')
  await soon('absent(ALERTS{alertname="BooksUnchecked"})')
  const asked = namedExpressions()
  for (const each of asked)
    if (!(await query(each)) && !mayBeAbsent.test(each)) failures.push(`No samples: ${each}`)
  // Those of the speed and of the load say how busy this machine is.
  const early = await query('ALERTS{alertname!~"InstructionsSlow|ReadsSlow|ProcessorFull"}')
  if (early) failures.push(`In a sound bank: ${early}`)

  const frozen = freeze(processesIn(join(DATA_DIR, 'postgres')), 100_000)
  await Promise.all([frozen, soon('ALERTS{alertname="DatabaseUnreachable", alertstate="firing"}')])
  await bank.stop()
  await soon('ALERTS{alertname="BankDown", alertstate="firing"}')
  return { ...findings, figures: [figure('Expressions asked', asked.length), figure('Alerts that fired', 2)] }
}

/** The expressions of the dashboard, and each metric that it or an alert names. */
function namedExpressions(): string[] {
  const files = ['grafana/truepenny.json', 'prometheus/alerts.yml']
  const [dashboard = '', rules] = files.map((path) => readFileSync(join(root, 'deploy', path), 'utf8'))
  const shown = [...dashboard.matchAll(/"expr": (".+")/g)].map(([, text]) => JSON.parse(text!) as string)
  const all = new Set([...shown, ...(`${rules}${shown}`.match(/\b(bank|process)_\w+/g) ?? [])])
  return [...all].map((each) => each.replaceAll('$job', '.+').replaceAll('$__rate_interval', '1m'))
}

/** Starts one that reads the port each five seconds. Returns a function that asks it for the samples of an expression, if there are any. */
function openPrometheus(port: string, cleanup: AsyncDisposableStack) {
  const cwd = temporaryFolder(cleanup)
  for (const file of ['prometheus.yml', 'alerts.yml']) {
    const text = readFileSync(join(root, 'deploy/prometheus', file), 'utf8')
    writeFileSync(
      join(cwd, file),
      text.replaceAll('_interval: 15s', '_interval: 5s').replace(':9464', `:${port}`),
    )
  }
  const address = `127.0.0.1:${randomInt(20_000, 30_000)}`
  const options = ['--storage.tsdb.path=data', '--log.level=warn', `--web.listen-address=${address}`]
  const child = spawn('prometheus', ['--config.file=prometheus.yml', ...options], { cwd, stdio: 'inherit' })
  cleanup.defer(() => void child.kill())
  return async (expression: string): Promise<string | undefined> => {
    const path = `/api/v1/query?query=${encodeURIComponent(expression)}`
    const { error, data } = (await ask(`http://${address}`, { method: 'GET', path }))?.body ?? {}
    if (data === undefined) throw new Error(`Prometheus: ${expression}: ${error}`)
    const { result } = data as { result: unknown[] }
    return result.length > 0 ? JSON.stringify(result) : undefined
  }
}
