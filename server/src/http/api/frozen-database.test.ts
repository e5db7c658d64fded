import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { type CuttableWire, openCuttableWire } from '../../../test/cuttable-wire.ts'
import { transfer } from '../../../test/transfer.ts'
import { waitUntil } from '../../../test/wait-until.ts'
import { type Bank, openBank } from '../../bank.ts'
import { type Database, openDatabase } from '../../postgres/database.ts'
import { openHttp } from '../server.ts'

// The bank's connection to the database can be frozen.
let people: TestBank
let wire: CuttableWire
let db: Database
let bank: Bank
let app: Awaited<ReturnType<typeof openHttp>>
let senders: Person[]
beforeAll(async () => {
  people = await openTestBank()
  wire = await openCuttableWire(people.programAddress)
  db = await openDatabase(wire.address, { allowsDataLoss: true })
  bank = await openBank({ config: people.bank.config, db, clock: people.bank.clock })
  app = await openHttp(bank)
  senders = []
  for (let number = 0; number < 25; number++) {
    const sender = await people.openAccount(`Sender${number}`, { amountMinor: 1_000_00n })
    await people.call(sender, endpoints.readMe)
    senders.push(sender)
  }
})
afterAll(async () => {
  await wire?.close()
  await app?.close()
  await bank?.close()
  await db?.end()
  await people?.close()
})

test('500 clients of a frozen database are refused as busy, take little memory and lose nothing', async () => {
  const bodies = Array.from({ length: 500 }, () => transfer({ amount: '1.00' }))
  const sendAll = () =>
    Promise.all(bodies.map((body, index) => ask(app, senders[index % 25]!, endpoints.sendTransfer, { body })))
  // The sessions are cached, so that the requests wait for the books.
  const [first] = bodies
  for (const sender of senders) await ask(app, sender, endpoints.readMe)
  const frozen = wire.onceBefore('copy-transactions', () => wire.freeze())
  const before = process.memoryUsage().rss
  const answers = sendAll()
  await frozen
  const health = await app.inject('/healthz')
  expect(health.statusCode).toBe(200)
  const replies = await answers
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)

  for (const { status, problem, headers } of replies) {
    expect([status, headers['retry-after'] !== undefined]).toEqual([503, true])
    expect(['busy', 'outcome_unknown']).toContain(problem.code)
  }
  expect((await app.inject('/readyz')).statusCode).toBe(503)

  await wire.mend()
  await waitUntil(async () => {
    people.clock.pass(1 / 60)
    return (await app.inject('/readyz')).statusCode === 200
  })
  await waitUntil(
    async () => (await ask(app, senders[0]!, endpoints.sendTransfer, { body: first! })).status === 201,
  )
  for (const { status } of await sendAll()) expect(status).toBe(201)
  for (const sender of senders) {
    const { answer } = await ask(app, sender, endpoints.readMe)
    expect(answer).toMatchObject({ account: { balance: '980.00' } })
  }
})
