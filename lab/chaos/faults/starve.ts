import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { until } from '../until.ts'
import type { Fault } from './fault.ts'

/** F12: the bank loses its connections, and other clients hold all of PostgreSQL's. */
export const takeAllConnections: Fault = {
  name: 'no connections left',
  id: 'F12',
  async inject({ postgres }, { chance, millisecondsMax }) {
    const first = await postgres.connect()
    await first.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'truepenny'`,
    )
    const held: pg.Client[] = [first]
    const deadline = performance.now() + chance.between(500, millisecondsMax)
    while (performance.now() < deadline) {
      try {
        held.push(await postgres.connect())
      } catch {
        await wait(20)
      }
    }
    await Promise.all(held.map((connection) => connection.end().catch(() => {})))
  },
}

const callers = 300
// A busy machine may take that long; the connections that the callers keep open would hold up all of its files for longer.
const servesMilliseconds = 3_000

/** F12: a process with little memory and few file descriptors gets 300 requests at once, and serves while their connections stay open. */
export const starveProgram: Fault = {
  name: 'starved process under load',
  id: 'F12',
  async inject({ openAnother, findings }, { chance, work }) {
    const starved = openAnother('a starved process', {
      nodeOptions: ['--max-old-space-size=96'],
      prefix: ['sh', '-c', 'ulimit -n 96 && exec "$0" "$@"'],
    })
    await starved.start()
    const address = starved.address()
    const request = { method: 'GET', path: '/api/me', cookie: chance.pick(work.customers).cookie } as const
    await Promise.all(Array.from({ length: callers }, () => work.bank.once(request, address)))
    const answer = await until(() => work.bank.once(request, address), { milliseconds: servesMilliseconds })
    if (answer?.status !== 200) {
      findings.report({
        what: 'crashed',
        detail: `a starved process answers ${answer?.status} after ${callers} requests`,
      })
    }
    await starved.end('SIGTERM')
  },
}
