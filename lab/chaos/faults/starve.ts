import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { FaultAct } from './fault.ts'

/** F12: PostgreSQL lets nobody in any more, because others hold all of its connections, just as the bank has lost its own. */
export const takeAllConnections: FaultAct = {
  name: 'no connections left',
  id: 'F12',
  async act({ postgres }, { chance, longest }) {
    const first = await postgres.connect()
    await first.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'truepenny'`,
    )
    const held: pg.Client[] = [first]
    const deadline = performance.now() + chance.between(500, longest)
    while (performance.now() < deadline) {
      try {
        held.push(await postgres.connect())
      } catch {
        await wait(20)
      }
    }
    await Promise.all(held.map((connection) => connection.end().catch(() => {})))
    return 1
  },
}

const crowd = 300

/** F12: a process with little memory and few files to open is asked by a crowd, and goes on serving afterwards. */
export const starveProgram: FaultAct = {
  name: 'starved process under a crowd',
  id: 'F12',
  async act({ openAnother, findings }, { chance, work }) {
    const poor = openAnother('a starved process', {
      nodeOptions: ['--max-old-space-size=96'],
      prefix: ['sh', '-c', 'ulimit -n 96 && exec "$0" "$@"'],
    })
    await poor.start()
    const address = poor.address()
    const question = { method: 'GET', path: '/api/me', cookie: chance.pick(work.customers).cookie } as const
    await Promise.all(Array.from({ length: crowd }, () => work.counter.once(question, address)))
    await wait(200)
    const answer = await work.counter.once(question, address)
    if (answer?.status !== 200) {
      findings.report({
        what: 'ended by itself',
        detail: `a starved process answers ${answer?.status} after a crowd`,
      })
    }
    await poor.end('SIGTERM')
    return 1
  },
}
