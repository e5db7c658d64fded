import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { listenOnLoopback, openLivePage } from '../../test/live.ts'
import { confirmIdentity } from '../../test/two-factor.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
})

/** The contact details of every test user. */
const contact = {
  phone: '+1 555 010 0199',
  country: 'Germany',
  address: 'Quay Street 1',
  city: 'Bremen',
  state: 'Bremen',
  zip: '28195',
}

const change = (fields: Partial<typeof contact>, who: Visitor = dora) =>
  bank.call(who, endpoints.changeProfile, { body: { ...contact, ...fields } })

const events = () => auditEventsAbout(bank, dora.userId, 'profile_changed')

const mails = () => mailsTo(bank, dora.email)

describe('changed contact details', () => {
  test('changed contact details are shown, and nothing else of the profile changes', async () => {
    const before = (await bank.call(dora, endpoints.readMe)).answer
    const moved = { phone: '+49 421 555 0101', country: 'Norway', address: 'Havnegata 3' }
    expect((await change({ ...moved, city: ' Bergen ', state: 'Vestland', zip: '5003' })).status).toBe(204)
    expect((await bank.call(dora, endpoints.readMe)).answer).toEqual({
      ...before,
      phone: moved.phone,
      country: 'Norway',
      street: 'Havnegata 3',
      city: 'Bergen',
      state: 'Vestland',
      zip: '5003',
    })
  })

  test('changed contact details write an audit event with both values, and a mail without them', async () => {
    await change({ phone: '+49 421 555 0102', zip: '28199' })
    expect(await events()).toEqual([
      {
        actor_id: dora.userId,
        action: 'profile_changed',
        details: {
          fields: 'phone number, zip code',
          phoneBefore: contact.phone,
          phoneAfter: '+49 421 555 0102',
          zipCodeBefore: '28195',
          zipCodeAfter: '28199',
        },
      },
    ])
    const [mail, ...others] = await mails()
    expect([mail?.subject, others]).toEqual(['Your Truepenny details were changed', []])
    expect(mail?.text).toContain('phone number, zip code')
    expect(mail?.text).not.toMatch(/28199|28195|0102|0199/)
  })

  test('unchanged contact details are accepted without an audit event, a mail or a new version', async () => {
    expect((await change({ city: 'Bremen ' })).status).toBe(204)
    expect([await events(), await mails()]).toEqual([[], []])
    const { rows } = await bank.bank.db.query('select profile_version from users where id = $1', [
      dora.userId,
    ])
    expect(rows).toEqual([{ profile_version: 1 }])
  })

  test('changed contact details update the customer’s other open pages', async () => {
    await bank.call(dora, endpoints.readMe)
    const page = openLivePage(await listenOnLoopback(bank.app), dora.cookies)
    await page.listening()
    await change({ city: 'Hamburg' })
    await page.hears('users', dora.userId)
    expect(JSON.stringify(page.heard)).not.toContain('Hamburg')
    page.socket.terminate()
  })

  test('a customer with an inactive account can change contact details', async () => {
    const body = { ...contact, city: 'Hamburg' }
    expect((await bank.call(bank.bruno, endpoints.changeProfile, { body })).status).toBe(204)
  })
})

describe('a refused change of contact details', () => {
  test('a change of contact details needs a confirmation when the sign-in is older than 10 minutes', async () => {
    await bank.call(dora, endpoints.readMe)
    bank.clock.pass(10.1)
    expect((await change({ city: 'Hamburg' })).problem).toMatchObject({
      code: 'confirm_required',
      facts: { code: false },
    })
    await confirmIdentity(bank, dora)
    expect((await change({ city: 'Hamburg' })).status).toBe(204)
  })

  test('a change of contact details is refused to a user with a temporary password, and to a visitor', async () => {
    await bank.bank.db.query('update users set password_temporary_until = $2 where id = $1', [
      dora.userId,
      new Date(bank.clock.now().getTime() + 86_400_000),
    ])
    expect((await change({ city: 'Hamburg' })).problem.code).toBe('secrets_temporary')
    expect((await change({ city: 'Hamburg' }, newVisitor())).problem.code).toBe('signed_out')
  })

  for (const [fields, pointer, detail] of [
    [{ phone: '12345' }, '/phone', 'Phone number must be at least 10 digits'],
    [{ country: 'Atlantis' }, '/country', 'Country is required'],
    [{ address: ' ' }, '/address', 'Address is required'],
    [{ city: 'x'.repeat(101) }, '/city', 'City must be at most 100 characters'],
    [{ zip: '' }, '/zip', 'Zip code is required'],
  ] as const) {
    test(`a change of contact details is refused on the field ${pointer} and changes nothing: ${detail}`, async () => {
      const { status, problem } = await change({ state: 'Hamburg', ...fields })
      expect([status, problem.errors]).toEqual([422, [{ pointer, detail }]])
      expect((await bank.call(dora, endpoints.readMe)).answer.state).toBe('Bremen')
      expect([await events(), await mails()]).toEqual([[], []])
    })
  }

  test('a change of contact details with a name, an e-mail or a balance is refused', async () => {
    for (const fields of [{ name: 'Rich' }, { email: 'new@example.com' }, { balance: 1 }]) {
      const { status } = await bank.call(dora, endpoints.changeProfile, { body: { ...contact, ...fields } })
      expect(status).toBe(422)
    }
  })

  test('contact details can be changed 20 times within an hour', async () => {
    await bank.call(dora, endpoints.readMe)
    const statuses: number[] = []
    for (let at = 1; at <= 21; at++) statuses.push((await change({ zip: `2${1000 + at}` })).status)
    expect(statuses).toEqual([...Array(20).fill(204), 429])
  })
})
