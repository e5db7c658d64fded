import { expect, test } from 'vitest'
import type { Answer } from './ask.ts'
import type { BankClient } from './bank-client.ts'
import { openChance } from './chance.ts'
import type { Customer } from './people.ts'
import type { Intent } from './records.ts'
import { workAsClient } from './workload.ts'

const done: Answer = { status: 201, body: {}, headers: {} }
const refused: Answer = { status: 422, body: { code: 'balance_insufficient' }, headers: {} }

const customers: readonly Customer[] = ['1000000001', '1000000002', '1000000003'].map((number) => ({
  userId: `customer ${number}`,
  email: `${number}@people.example`,
  password: 'only for this test',
  pin: '1234',
  cookie: `sid=${number}`,
  number,
  otherNumber: '1000000001',
  pot: 'the pot',
  hasUndo: true,
  currency: 'USD',
}))

/** A client's intents in a thousand turns with this seed, at a bank that gives these answers. */
async function intentsOf(seed: string, answer: () => Answer | undefined): Promise<Intent[]> {
  const intents: Intent[] = []
  const bank: BankClient = {
    once: async () => answer(),
    askUntilAnswered: async () => answer(),
    refusals: () => undefined,
    inFlight: () => new Set(),
    giveUpAfter: () => {},
  }
  let turns = 0
  const work = {
    customers,
    administrators: [{ cookie: 'sid=clara' }],
    approver: { cookie: 'sid=theo' },
    bank,
    log: {
      intend: async (intent: Intent) => void intents.push(intent),
      conclude: () => {},
      close: async () => {},
    },
    findings: { report: () => {}, all: () => [], close: () => {} },
    known: ['the first'],
    acknowledged: { transfer: 0, funding: 0, status: 0, schedule: 0, freeze: 0, dispute: 0 },
    isOver: () => turns++ === 1_000,
    today: () => '2026-11-21',
  }
  await workAsClient(work, openChance(seed))
  return intents
}

/** An intent without what may depend on earlier answers. */
function fromSeed(intent: Intent): object {
  return intent.kind === 'status' ? { ...intent, transaction: null } : intent
}

test('the requests of a client depend on the seed and not on the answers, but for the transactions of status changes', async () => {
  let asked = 0
  const [accepted, allRefused, mixed] = await Promise.all([
    intentsOf('a', () => done),
    intentsOf('a', () => refused),
    intentsOf('a', () => [done, refused, undefined][asked++ % 3]),
  ])
  const kinds = new Set(accepted.map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(['dispute', 'funding', 'schedule', 'status', 'transfer'])
  expect(accepted.length).toBeGreaterThanOrEqual(990)
  expect(allRefused.map(fromSeed)).toEqual(accepted.map(fromSeed))
  expect(mixed.map(fromSeed)).toEqual(accepted.map(fromSeed))
  expect(allRefused).not.toEqual(accepted)
})

test('with the same answers the requests of a client are the same for the same seed, and others for another seed', async () => {
  const intents = await intentsOf('a', () => done)
  expect(await intentsOf('a', () => done)).toEqual(intents)
  expect((await intentsOf('b', () => done)).map(fromSeed)).not.toEqual(intents.map(fromSeed))
})
