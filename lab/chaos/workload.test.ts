import { expect, test } from 'vitest'
import type { Answer } from './ask.ts'
import { openChance } from './chance.ts'
import type { Counter } from './counter.ts'
import type { Customer } from './people.ts'
import type { Intent } from './records.ts'
import { workAsClient } from './workload.ts'

const done: Answer = { status: 201, body: {}, headers: {} }
const refused: Answer = { status: 422, body: { code: 'balance_insufficient' }, headers: {} }

const customers: readonly Customer[] = ['1000000001', '1000000002', '1000000003'].map((number) => ({
  userId: `customer ${number}`,
  email: `${number}@people.example`,
  password: 'correct horse battery',
  pin: '1234',
  cookie: `sid=${number}`,
  number,
  currency: 'USD',
}))

/** What a client intends in a thousand turns with this seed, at a bank that answers so. */
async function intentsOf(seed: string, answer: () => Answer | undefined): Promise<Intent[]> {
  const intents: Intent[] = []
  const counter: Counter = {
    once: async () => answer(),
    insist: async () => answer(),
    underWay: () => new Set(),
    giveUpAfter: () => {},
    tally: new Map(),
  }
  let turns = 0
  const work = {
    customers,
    clerks: [{ cookie: 'sid=clara' }],
    counter,
    log: {
      intend: async (intent: Intent) => void intents.push(intent),
      conclude: () => {},
      close: async () => {},
    },
    findings: { report: () => {}, all: () => [], close: () => {} },
    known: ['the first'],
    acknowledged: { transfer: 0, funding: 0, status: 0 },
    isOver: () => turns++ === 1_000,
  }
  await workAsClient(work, openChance(seed))
  return intents
}

/** An intent without the one thing that may be another each time. */
function lasting(intent: Intent): object {
  return intent.kind === 'status' ? { ...intent, transaction: null } : intent
}

test('with one seed a client asks for the same, whatever the bank says; only which transaction gets a status depends on that', async () => {
  let asked = 0
  const [kind, strict, moody] = await Promise.all([
    intentsOf('a', () => done),
    intentsOf('a', () => refused),
    intentsOf('a', () => [done, refused, undefined][asked++ % 3]),
  ])
  expect(kind).toHaveLength(1_000)
  expect(strict.map(lasting)).toEqual(kind.map(lasting))
  expect(moody.map(lasting)).toEqual(kind.map(lasting))
  expect(strict).not.toEqual(kind)
})

test('at a bank that says the same, with one seed everything is the same; with another it is not', async () => {
  const intents = await intentsOf('a', () => done)
  expect(await intentsOf('a', () => done)).toEqual(intents)
  expect((await intentsOf('b', () => done)).map(lasting)).not.toEqual(intents.map(lasting))
})
