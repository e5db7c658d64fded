import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, passcode, type TestBank } from '../../test/bank.ts'
import { gateway, openGatewayDoor, gatewayProject as project } from '../../test/gateway-door.ts'
import { openSecondBank } from '../../test/second-bank.ts'
import { openHttp } from '../http/server.ts'

let bank: TestBank
let door: ReturnType<typeof openGatewayDoor>
beforeAll(async () => {
  bank = await openTestBank({ gateway })
  door = openGatewayDoor(bank)
})
afterAll(() => bank.close())

const sessionCookie = `a_session_${project}`
const documents = (collection: string) => `/databases/truedb/collections/${collection}/documents`

describe('a higher balance', () => {
  /** An administrator who has read that an account without money has none. */
  async function funding(name: string) {
    const clerk = await bank.openAccount(`${name}clerk`, { role: 'administrator' })
    const { userId } = await bank.openAccount(name)
    await bank.elevate(clerk)
    const jar = new Map([[sessionCookie, clerk.cookies.get('sid')!]])
    const path = `${documents('users')}/${userId}`
    await door.send('GET', path, { jar })
    const write = (through = door, balance = 50) =>
      through.send('PATCH', path, { jar, payload: { data: { balance } } })
    const balance = async () => {
      await bank.elevate(bank.clara)
      const { answer } = await bank.call(bank.clara, endpoints.readUser, { params: { id: userId } })
      return answer.account.balance
    }
    return { clerk, jar, write, balance }
  }

  test('a higher balance written to two processes at once funds the account once', async () => {
    const second = await openSecondBank(bank, {})
    const app = await openHttp(second.bank)
    const { write, balance } = await funding('Otto')
    const answers = await Promise.all([write(), write(openGatewayDoor({ app })), write()])
    expect(answers.map(({ status, body }) => [status, body.balance])).toEqual(Array(3).fill([200, 50]))
    expect(await balance()).toBe('50.00')
    await app.close()
    await second.close()
  })

  test('of ten different balances written to two processes at once one funds the account and nine are conflicts', async () => {
    const second = await openSecondBank(bank, {})
    const app = await openHttp(second.bank)
    const { write, balance } = await funding('Odo')
    const doors = [door, openGatewayDoor({ app })]
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => write(doors[at % 2], 60 + at)))
    const [funded, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect(funded?.status).toBe(200)
    expect(others.map(({ status, body }) => [status, body.type, body.message])).toEqual(
      Array(9).fill([
        409,
        'document_update_conflict',
        'The balance has changed in the meantime. Read the document again',
      ]),
    )
    expect(await balance()).toBe(`${funded?.body.balance}.00`)
    await app.close()
    await second.close()
  })

  test('a higher balance whose answer was lost funds the account once, also after the passcode was entered again', async () => {
    const { clerk, jar, write, balance } = await funding('Olga')
    await write()
    await bank.bank.db.query(
      `update sessions set lifted_at = lifted_at - interval '31 minutes' where user_id = $1`,
      [clerk.userId],
    )
    expect((await write()).body.type).toBe('user_challenge_required')
    const payload = { documentId: 'unique()', data: { passcode } }
    expect((await door.send('POST', documents('settings'), { jar, payload })).status).toBe(201)
    expect((await write()).body.balance).toBe(50)
    expect(await balance()).toBe('50.00')
  })

  test('a higher balance of an administrator who was deactivated since funds nothing', async () => {
    const { clerk, write, balance } = await funding('Oskar')
    await bank.bank.db.query('update accounts set is_active = false where user_id = $1', [clerk.userId])
    const { status, body } = await write()
    expect([status, body.type]).toEqual([401, 'user_unauthorized'])
    expect(await balance()).toBe('0.00')
  })
})
