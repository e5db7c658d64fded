import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../test/bank.ts'
import {
  type HostedBank,
  type HostedPage,
  hostedClients,
  openHostedBank,
  refusalOf,
} from '../../test/hosted-client.ts'
import { transfer } from '../../test/transfer.ts'

describe.each(hostedClients)('funding by a higher balance with the %s', (name, sdk) => {
  let bank: HostedBank
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
  })
  afterAll(() => bank.close())

  const read = (page: HostedPage, { userId }: { userId: string }) =>
    page.databases.getDocument('truedb', 'users', userId)
  const update = (page: HostedPage, { userId }: { userId: string }, data: Record<string, unknown>) =>
    page.databases.updateDocument('truedb', 'users', userId, data)
  const balanceOf = async (page: HostedPage, person: Person) => (await read(page, person)).balance as number

  async function openFunding(customer: string): Promise<{ panel: HostedPage; person: Person }> {
    const panel = await bank.enterPanel(bank.clara)
    return { panel, person: await bank.openAccount(customer, { amountMinor: 100_00n }) }
  }

  test(`the ${name} of an administrator funds the difference to the balance that it has read, once`, async () => {
    const { panel, person } = await openFunding('Ulla')
    const shown = await balanceOf(panel, person)
    bank.pass(1)
    const twice = [1, 2].map(() => update(panel, person, { balance: shown + 25.1 }))
    for (const { balance } of await Promise.all(twice)) expect(balance).toBe(125.1)
    expect(await balanceOf(panel, person)).toBe(125.1)
  })

  test(`the ${name} of an administrator adds what was meant when the customer has spent since`, async () => {
    const { panel, person } = await openFunding('Vera')
    const shown = await balanceOf(panel, person)
    bank.pass(1)
    const sent = await bank.call(person, endpoints.sendTransfer, { body: transfer({ amount: '40.00' }) })
    expect(sent.status).toBe(201)
    expect(await update(panel, person, { balance: shown + 10 })).toMatchObject({ balance: 70 })
  })

  test(`the ${name} of an administrator is refused a balance that was never read, a lower one and the own`, async () => {
    const { panel, person } = await openFunding('Wim')
    const conflict = { code: 409, type: 'document_update_conflict' }
    expect(await refusalOf(update(panel, person, { balance: 150 }))).toMatchObject(conflict)
    expect(await refusalOf(update(panel, person, { balance: 100 }))).toMatchObject(conflict)
    const shown = await balanceOf(panel, person)
    bank.pass(1)
    expect(await refusalOf(update(panel, person, { balance: shown - 1 }))).toMatchObject({ code: 400 })
    expect(await refusalOf(update(panel, person, { balance: shown + 0.001 }))).toMatchObject({ code: 400 })
    expect(await update(panel, person, { balance: shown })).toMatchObject({ balance: 100 })
    await balanceOf(panel, bank.clara)
    bank.pass(1)
    expect(await refusalOf(update(panel, bank.clara, { balance: 10 }))).toMatchObject({
      code: 401,
      type: 'user_unauthorized',
    })
  })
})
