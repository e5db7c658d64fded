import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { bookMovement } from '../../test/book-movement.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { disconnect, type LivePage, listenOnLoopback, openLivePage } from '../../test/live.ts'
import { type OtherProcess, openOtherProcess } from '../../test/other-process.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { releaseTransfers } from '../transfers/release-transfers.ts'

// Two processes of the bank on one database: calls go to this one, and live pages are connected to the other.
let bank: TestBank
let here: string
let other: OtherProcess
const pages: LivePage[] = []

beforeAll(async () => {
  bank = await openTestBank()
  here = await listenOnLoopback(bank.app)
  other = await openOtherProcess(bank)
})
afterAll(async () => {
  await Promise.all(pages.map(disconnect))
  await other.close()
  await bank.close()
})

/** Opens a user's live page, at the other process by default. */
async function open(person: Person, at = other.address): Promise<LivePage> {
  if (!person.cookies.has('sid')) await bank.call(person, endpoints.readMe)
  const page = openLivePage(at, person.cookies)
  pages.push(page)
  await page.listening()
  return page
}

/** Advances the clocks of both processes. */
function pass(minutes: number): void {
  bank.clock.pass(minutes)
  other.tellTime()
}

async function openElevated(at = other.address): Promise<LivePage> {
  await bank.elevate(bank.clara)
  return open(bank.clara, at)
}

test('both sides of a transfer are notified by any process, others are not, and no message has an amount', async () => {
  const bella = await bank.openAccount('Bella')
  const [alice, receiver, bruno] = [await open(bank.alice), await open(bella), await open(bank.bruno)]
  const admin = await openElevated()
  const body = transfer({
    account_number: bella.account.number,
    bank_name: bank.bank.config.bankName,
    amount: '12.34',
  })
  expect((await bank.call(bank.alice, endpoints.sendTransfer, { body })).status).toBe(201)
  await alice.hears('transactions', body.transactionId)
  await receiver.hears('transactions', body.transactionId)
  await admin.hears('transactions')
  expect(bruno.changes()).toEqual([])
  for (const { heard } of [alice, receiver, admin]) expect(JSON.stringify(heard)).not.toMatch(/12\.?34/)
})

test('the payee is notified of a transfer with an undo time when it is released, and of none that was taken back', async () => {
  const ines = await bank.openAccount('Ines')
  const page = await open(ines)
  const inside = { account_number: ines.account.number, bank_name: bank.bank.config.bankName, amount: '1.00' }
  const [back, sent] = [transfer(inside), transfer(inside)]
  await bank.call(bank.alice, endpoints.setUndoTime, { body: { seconds: 30 } })
  for (const body of [back, sent]) await bank.call(bank.alice, endpoints.sendTransfer, { body })
  await bank.call(bank.alice, endpoints.setUndoTime, { body: { seconds: 0 } })
  const sender = await open(bank.alice)
  await bank.call(bank.alice, endpoints.takeBackTransfer, {
    params: { id: back.transactionId },
    body: { changeId: randomUUID() },
  })
  await sender.hears('transactions', back.transactionId)
  pass(0.5)
  await releaseTransfers(bank.bank, bank.clock.now())
  await page.hears('transactions', sent.transactionId)
  expect(page.changes().map(({ id }) => id)).toEqual([sent.transactionId])
  await Promise.all([disconnect(page), disconnect(sender)])
})

test('the sender is notified of a status change that does not move the sender’s money', async () => {
  const page = await open(bank.alice)
  const body = transfer({ amount: '1.00' })
  await bank.call(bank.alice, endpoints.sendTransfer, { body })
  await page.hears('transactions', body.transactionId)
  const transactionChanges = () => page.changes().filter(({ collection }) => collection === 'transactions')
  const before = transactionChanges().length
  await bank.elevate(bank.clara)
  const { status } = await bank.call(bank.clara, endpoints.setTransactionStatus, {
    params: { id: body.transactionId },
    body: { status: 'success', changeId: randomUUID() },
  })
  expect(status).toBe(200)
  await waitUntil(() => transactionChanges().length > before)
  expect(transactionChanges().at(-1)).toEqual({ collection: 'transactions', id: body.transactionId })
  await disconnect(page)
})

test('a movement between two accounts of a customer is one change of each, and that of the further account has its number', async () => {
  const dora = await bank.openAccount('Dora', { amountMinor: 10_00n })
  const { number } = await openFurtherAccount(bank, dora)
  const page = await open(dora)
  const body = { transactionId: randomUUID(), to: number, amount: '4.00' }
  expect((await bank.call(dora, endpoints.sendOwnTransfer, { body })).status).toBe(201)
  await page.hears('transactions', body.transactionId)
  const changes = page.changes().filter(({ id }) => id === body.transactionId)
  expect(changes).toHaveLength(2)
  expect(changes).toContainEqual({ collection: 'transactions', id: body.transactionId })
  expect(changes).toContainEqual({ collection: 'transactions', id: body.transactionId, account: number })
  await disconnect(page)
})

test('the page of a customer is notified of an answer to their message and its file, and not of a note and its file', async () => {
  const nora = await bank.openAccount('Nora')
  const page = await open(nora)
  const admin = await openElevated()
  const written = { email: 'nora@example.com', subject: 'My card', message: 'It is lost.' }
  const messageId = randomUUID()
  await bank.call(nora, endpoints.writeToSupport, { body: { messageId, ...written } })
  const params = { id: messageId }
  /** Writes an entry with a file, and waits until the page of staff has heard of both. */
  const write = async (endpoint: 'writeCaseNote' | 'answerCase') => {
    const entryId = randomUUID()
    const heardBefore = admin.changes().length
    const body = { entryId, text: 'It is blocked.' }
    expect((await bank.call(bank.clara, endpoints[endpoint], { params, body })).status).toBe(204)
    await waitUntil(() => admin.changes().length > heardBefore)
    const heardOfEntry = admin.changes().length
    const attached = await bank.call(bank.clara, endpoints.attachFile, {
      params: { id: randomUUID() },
      query: { entry: entryId, name: 'form.pdf' },
      body: Buffer.from('%PDF-1.7\n%%EOF\n'),
      headers: { 'content-type': 'application/pdf' },
    })
    expect(attached.status).toBe(204)
    await waitUntil(() => admin.changes().length > heardOfEntry)
  }
  await write('writeCaseNote')
  expect(page.changes()).toEqual([])
  await write('answerCase')
  const change = { collection: 'users', id: nora.userId }
  await waitUntil(() => page.changes().length === 2)
  expect(page.changes()).toEqual([change, change])
  await Promise.all([disconnect(page), disconnect(admin)])
})

test('a funding and an activation are sent to the customer’s page and the administrators', async () => {
  const newcomer = await bank.openAccount('Newcomer', { isActive: false })
  const page = await open(newcomer)
  const admin = await openElevated()
  const params = { id: newcomer.userId }
  await bank.call(bank.clara, endpoints.activateAccount, { params, body: { changeId: randomUUID() } })
  await page.hears('users', newcomer.userId)
  await admin.hears('users', newcomer.userId)
  const body = { transactionId: randomUUID(), amount: '25.00', reason: 'Deposit' }
  await bank.call(bank.clara, endpoints.fundAccount, { params, body })
  await page.hears('transactions', body.transactionId)
  expect(page.closedWith()).toBe(0)
  await disconnect(admin)
})

test('an administrator is notified of others’ transactions only while elevated', async () => {
  const zoe = await bank.openAccount('Zoe', { role: 'administrator' })
  const page = await open(zoe)
  const heardOfAlice = () => page.changes().some(({ collection }) => collection === 'transactions')
  const alice = await open(bank.alice)
  const send = async () => {
    const body = transfer({ amount: '0.01' })
    await bank.call(bank.alice, endpoints.sendTransfer, { body })
    await alice.hears('transactions', body.transactionId)
  }
  await send()
  expect(heardOfAlice()).toBe(false)
  await bank.elevate(zoe)
  const elevated = await open(zoe)
  await send()
  await elevated.hears('transactions', null)
  expect(heardOfAlice()).toBe(false)
  pass(bank.bank.config.elevationMinutesIdle)
  // The page is notified of the end of the elevation, and of no changes of others afterwards.
  await elevated.hears('users', zoe.userId)
  const before = elevated.changes().length
  await send()
  expect(elevated.changes().length).toBe(before)
  await disconnect(alice)
})

test('the live connections of a session are closed with it, whichever process ends it', async () => {
  const gone = await bank.openAccount('Gone')
  const [nearby, there] = [await open(gone, here), await open(gone)]
  const elsewhere = { ...gone, cookies: new Map<string, string>() }
  const kept = await open(elsewhere)
  expect((await bank.call(gone, endpoints.signOut)).status).toBe(204)
  await waitUntil(() => nearby.closedWith() !== 0 && there.closedWith() !== 0)
  expect([nearby.closedWith(), there.closedWith(), kept.closedWith()]).toEqual([1008, 1008, 0])
})

test('a session’s live connection ends when another user signs in in its browser, and the audit log has both acts', async () => {
  const first = await bank.openAccount('First')
  const second = await bank.openAccount('Second')
  const page = await open(first)
  const body = { email: second.email, password }
  expect((await bank.call(first, endpoints.signIn, { body })).status).toBe(201)
  await waitUntil(() => page.closedWith() !== 0)
  expect(page.closedWith()).toBe(1008)
  const { rows } = await bank.bank.db.query(
    'select action from audit_events where actor_id = any ($1) order by seq',
    [[first.userId, second.userId]],
  )
  expect(rows).toEqual([{ action: 'signed_out' }, { action: 'signed_in' }])
})

test('a live connection ends when its session expires', async () => {
  const idle = await bank.openAccount('Idle')
  const page = await open(idle)
  pass(bank.bank.config.sessionMinutesIdle)
  await waitUntil(() => page.closedWith() !== 0)
  expect(page.closedWith()).toBe(1008)
})

test('a new password closes the live connections of the other sessions and leaves this one’s', async () => {
  const careful = await bank.openAccount('Careful')
  const page = await open(careful)
  const elsewhere = { ...careful, cookies: new Map<string, string>() }
  const old = await open(elsewhere)
  await confirmIdentity(bank, careful)
  const body = { new_password: 'seven tall ships', confirm_password: 'seven tall ships' }
  expect((await bank.call(careful, endpoints.changePassword, { body })).status).toBe(204)
  await waitUntil(() => old.closedWith() !== 0)
  await page.hears('users', careful.userId)
  expect([old.closedWith(), page.closedWith()]).toEqual([1008, 0])
})

test('a sixth sign-in ends the oldest session and closes its live connection', async () => {
  const many = await bank.openAccount('Many')
  const oldest = await open(many)
  for (let device = 0; device < 5; device++) {
    bank.clock.pass(0.01)
    const body = { email: many.email, password }
    expect((await bank.call(newVisitor(), endpoints.signIn, { body })).status).toBe(201)
  }
  await waitUntil(() => oldest.closedWith() !== 0)
  expect(oldest.closedWith()).toBe(1008)
})

test('a new passcode ends the elevation of other administrators’ live pages, which get no more changes of others', async () => {
  const yara = await bank.openAccount('Yara', { role: 'administrator' })
  await bank.elevate(yara)
  const page = await open(yara)
  await bank.elevate(bank.clara)
  const body = { passcode: 'another sesame' }
  expect((await bank.call(bank.clara, endpoints.changePasscode, { body })).status).toBe(200)
  await page.hears('users', yara.userId)
  const before = page.changes().length
  const sender = await bank.openAccount('Sender', { amountMinor: 1_00n })
  const screen = await open(sender)
  const sent = transfer({ amount: '0.01' })
  await bank.call(sender, endpoints.sendTransfer, { body: sent })
  await screen.hears('transactions', sent.transactionId)
  expect(page.changes().length).toBe(before)
})

test('a process without live connections does not poll the database', async () => {
  const { db, live } = bank.bank
  const person = await bank.openAccount('Last')
  const elsewhere = await open(person)
  const asked: unknown[] = []
  const query = db.query.bind(db)
  const counting = (...given: Parameters<typeof query>) => {
    asked.push(given[0])
    return query(...given)
  }
  Object.assign(db, { query: counting })
  expect(live.isIdle()).toBe(true)
  const page = await open(person, here)
  expect(asked).not.toEqual([])
  await disconnect(page)
  await waitUntil(() => live.isIdle())
  asked.length = 0
  // The other process has a connection and polls as often as this one would: while it reports three fundings one after the
  // other, this one would have polled, too.
  for (let fundings = 0; fundings < 3; fundings++) {
    await elsewhere.hears('transactions', await bookFunding(person))
  }
  expect(asked).toEqual([])
  Object.assign(db, { query })
})

/** Books a funding without the routes, which would query the database for the session. Returns its id. */
function bookFunding({ account, userId }: Person): Promise<string> {
  return bookMovement(bank.bank, { kind: 'funding', to: account.id, amountMinor: 1n, madeBy: userId })
}
