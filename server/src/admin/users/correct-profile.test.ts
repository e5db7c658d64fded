import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../../test/bank.ts'
import { correctionOf, detailsOf } from '../../../test/correction.ts'
import { lockWaits, whileRowHeld } from '../../../test/held-row.ts'
import { followAuditLog } from '../../audit/follow-audit-log.ts'
import { addAdministrator } from '../administrators/administrator.ts'

let bank: TestBank
let dora: Person
let dean: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
  dean = await bank.openAccount('Dean', { role: 'administrator' })
  await bank.elevate(bank.clara)
  await bank.elevate(dean)
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
})

const correct = (fields: Parameters<typeof correctionOf>[2], by?: Person) =>
  correctionOf(bank, dora, fields, by)

const events = () =>
  auditEventsAbout(bank, dora.userId, 'profile_corrected', 'email_change_asked', 'email_change_cancelled')

const mails = () => mailsTo(bank, dora.email)

const read = async () =>
  (await bank.call(bank.clara, endpoints.readUser, { params: { id: dora.userId } })).answer

describe('a correction', () => {
  test('a correction replaces every detail and increments the version', async () => {
    const before = await read()
    const wanted = {
      name: 'Dora Holm',
      phone: '+46 8 555 010 99',
      dob: '1984-11-02',
      gender: 'female',
      employment_status: 'self-employed',
      country: 'Sweden',
      address: 'Storgatan 1',
      city: 'Stockholm',
      state: 'Stockholm County',
      zip: '111 23',
    }
    expect((await correct(wanted)).status).toBe(204)
    const { employment_status: employmentStatus, address: street, ...same } = wanted
    expect(await read()).toEqual({ ...before, ...same, employmentStatus, street, profileVersion: 2 })
  })

  test('a correction writes an audit event with its reason and both values, and mails the reason to the customer', async () => {
    await correct({ name: 'Dora <Holm>', dob: '1984-11-02', reason: 'Married, & <proved>' })
    expect(await events()).toEqual([
      {
        actor_id: bank.clara.userId,
        action: 'profile_corrected',
        details: {
          fields: 'name, date of birth',
          nameBefore: dora.name,
          nameAfter: 'Dora <Holm>',
          dateOfBirthBefore: '1990-02-28',
          dateOfBirthAfter: '1984-11-02',
          reason: 'Married, & <proved>',
        },
      },
    ])
    const [mail, ...others] = await mails()
    expect([mail?.subject, others]).toEqual(['Truepenny corrected your details', []])
    expect(mail?.text).toContain('name, date of birth')
    expect(mail?.text).toContain('Reason: Married, & <proved>')
    expect(mail?.text).not.toMatch(/Holm|1984/)
  })

  test('a correction logs the names of the fields, and neither values nor the reason', async () => {
    const lines: unknown[] = []
    const follow = followAuditLog(bank.bank.db, { info: (facts) => lines.push(facts) })
    await follow()
    await correct({ name: 'Dora Holm', email: 'holm@example.com', reason: 'Married in May' })
    await follow()
    expect(lines).toMatchObject([
      { action: 'profile_corrected', target: dora.userId, details: { fields: 'name' } },
      { action: 'approval_asked', target: dora.userId, details: { act: 'email' } },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/Holm|holm|May|example\.com/)
  })

  test('a correction repeated after a lost answer succeeds and changes nothing', async () => {
    const fields = { name: 'Dora Holm', email: `again${count}@example.com` }
    // The e-mail waits for Dean.
    const first = await correct(fields)
    const written = [await events(), await mails()]
    expect(await correct(fields)).toMatchObject({ status: 202, answer: first.answer })
    expect([await events(), await mails()]).toEqual(written)
    expect((await read()).profileVersion).toBe(2)
  })

  test('a correction keeps a stored country that is unknown and an age below the limit', async () => {
    await bank.bank.db.query(`update users set country = 'Yugoslavia', dob = '2012-11-02' where id = $1`, [
      dora.userId,
    ])
    const same = { country: 'Yugoslavia', dob: '2012-11-02' }
    expect((await correct({ ...same, name: 'Dora Holm' })).status).toBe(204)
    expect(await read()).toMatchObject({ ...same, name: 'Dora Holm' })
  })

  test('a correction completes the details of an administrator who was created without any', async () => {
    const email = 'first@example.com'
    await addAdministrator(
      bank.bank,
      { email, password: 'made without details', passcode: undefined },
      new Date(),
    )
    const { rows } = await bank.bank.db.query('select id from users where email = $1', [email])
    const body = { ...detailsOf({ name: 'Frida Lund', email }) }
    const params = { id: rows[0].id }
    expect((await bank.call(bank.clara, endpoints.correctProfile, { params, body })).status).toBe(204)
    const { answer } = await bank.call(bank.clara, endpoints.readUser, { params })
    expect(answer).toMatchObject({ name: 'Frida Lund', dob: '1990-02-28', country: 'Germany', email })
  })
})

describe('a refused correction', () => {
  test('a correction is refused and changes nothing after another one since the form was opened', async () => {
    await correct({ name: 'Dora Holm' })
    const { status, problem } = await correct({ city: 'Hamburg' }, dean)
    expect([status, problem.code, problem.detail]).toEqual([
      409,
      'profile_outdated',
      'These details have changed in the meantime. Check them again',
    ])
    expect(await read()).toMatchObject({ name: 'Dora Holm', city: 'Bremen', profileVersion: 2 })
    expect(await events()).toHaveLength(1)
  })

  for (const [fields, pointer, detail] of [
    [{ reason: '' }, '/reason', 'Reason is required'],
    [{ name: ' ' }, '/name', 'Name is required'],
    [{ dob: '2026-02-30' }, '/dob', 'Enter a real date'],
    [{ dob: '2012-11-02' }, '/dob', 'You must be at least 18 to open an account'],
    [{ gender: 'x' }, '/gender', 'Gender is required'],
    [{ email: 'no address' }, '/email', 'Invalid email address'],
    [{ phone: 'Not provided' }, '/phone', 'Phone number must be at least 10 digits'],
    [{ country: 'Atlantis' }, '/country', 'Country is required'],
    [{ version: 0 }, '/version', 'Version is required'],
  ] as const) {
    test(`a correction is refused on the field ${pointer} and changes nothing: ${detail}`, async () => {
      const { status, problem } = await correct({ city: 'Hamburg', ...fields })
      expect([status, problem.errors]).toEqual([422, [{ pointer, detail }]])
      expect([(await read()).city, await events(), await mails()]).toEqual(['Bremen', [], []])
    })
  }

  test('a correction to another user’s e-mail is refused on its field and changes nothing', async () => {
    const { status, problem } = await correct({
      city: 'Hamburg',
      email: ` ${bank.alice.email.toUpperCase()}`,
    })
    const detail = 'An account with this email already exists'
    expect([status, problem.errors]).toEqual([409, [{ pointer: '/email', detail }]])
    expect([(await read()).city, await events(), await mails()]).toEqual(['Bremen', [], []])
  })

  test('a correction of an administrator’s e-mail is refused on its field; the other details can be corrected', async () => {
    const erin = await bank.openAccount(`Erin${count}`, { role: 'administrator' })
    const { status, problem } = await correctionOf(bank, erin, { email: 'erin.new@example.com' })
    const detail = 'The email of a member of staff is changed on the bank’s command line only'
    expect([status, problem.errors]).toEqual([409, [{ pointer: '/email', detail }]])
    expect((await correctionOf(bank, erin, { name: 'Erin Voss' })).status).toBe(204)
  })

  test('a correction of the own account and of an unknown user is refused', async () => {
    const own = await correctionOf(bank, bank.clara, { name: 'Clara the Great' })
    expect([own.status, own.problem.detail]).toEqual([409, 'You can’t change your own account'])
    for (const [id, status, detail] of [
      [randomUUID(), 404, 'User not found'],
      ['me', 400, 'User ID is required'],
    ] as const) {
      const body = detailsOf(dora)
      const reply = await bank.call(bank.clara, endpoints.correctProfile, { params: { id }, body })
      expect([reply.status, reply.problem.detail]).toEqual([status, detail])
    }
  })

  test('an administrator can make 60 corrections within an hour', async () => {
    const eva = await bank.openAccount('Eva', { role: 'administrator' })
    await bank.elevate(eva)
    const statuses: number[] = []
    for (let at = 1; at <= 61; at++) {
      statuses.push((await correct({ zip: `2${1000 + at}`, version: at }, eva)).status)
    }
    expect(statuses).toEqual([...Array(60).fill(204), 429])
  })

  test('a correction by an administrator who has just lost the role changes nothing', async () => {
    const erik = await bank.openAccount(`Erik${count}`, { role: 'administrator' })
    await bank.elevate(erik)
    const held = `select from users where id = '${dora.userId}' for update`
    await whileRowHeld(bank, held, async (release) => {
      const answer = correct({ name: 'Dora Holm' }, erik)
      await lockWaits(bank, 1)
      await release(`update users set role = 'customer' where id = '${erik.userId}'`)
      expect((await answer).problem.code).toBe('forbidden')
    })
    expect([(await read()).name, await events(), await mails()]).toEqual([dora.name, [], []])
  })
})

describe('concurrent corrections', () => {
  test('of two administrators’ concurrent corrections, the second is refused', async () => {
    const answers = await Promise.all([correct({ name: 'Dora Holm' }), correct({ city: 'Hamburg' }, dean)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const winnerIsClara = answers[0].status === 204
    expect(await read()).toMatchObject({
      name: winnerIsClara ? 'Dora Holm' : dora.name,
      city: winnerIsClara ? 'Bremen' : 'Hamburg',
      profileVersion: 2,
    })
    expect([(await events()).length, (await mails()).length]).toEqual([1, 1])
  })

  test('the same correction sent twice at the same time is made once', async () => {
    const answers = await Promise.all([correct({ name: 'Dora Holm' }), correct({ name: 'Dora Holm' })])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect([(await events()).length, (await mails()).length]).toEqual([1, 1])
  })

  test('a concurrent correction and change by the customer overwrite nothing of each other', async () => {
    const { phone, country, address, state, zip } = detailsOf(dora)
    const body = { phone, country, address, city: 'Hamburg', state, zip }
    await bank.call(dora, endpoints.readMe)
    const held = `select from users where id = '${dora.userId}' for update`
    await whileRowHeld(bank, held, async (release) => {
      const changed = bank.call(dora, endpoints.changeProfile, { body })
      await lockWaits(bank, 1)
      const corrected = correct({ gender: 'female' })
      await lockWaits(bank, 2)
      // Without a statement of its own, so that the two continue in the order in which they came.
      await release()
      expect((await changed).status).toBe(204)
      // The form was opened before the customer's change.
      expect((await corrected).problem.code).toBe('profile_outdated')
    })
    expect(await read()).toMatchObject({ city: 'Hamburg', gender: 'others' })
    expect((await correct({ city: 'Hamburg', gender: 'female', version: 2 })).status).toBe(204)
    expect(await read()).toMatchObject({ city: 'Hamburg', gender: 'female' })
  })
})
