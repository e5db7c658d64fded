import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passcode } from '../../test/bank.ts'
import {
  type HostedBank,
  type HostedPage,
  hostedClients,
  openHostedBank,
  refusalOf,
} from '../../test/hosted-client.ts'

describe.each(hostedClients)('the settings collection with the %s', (name, sdk) => {
  const { ID } = sdk
  let bank: HostedBank
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
  })
  afterAll(() => bank.close())

  const read = (page: HostedPage) => page.databases.getDocument('truedb', 'settings', 'passcode')
  const enter = (page: HostedPage, secret: string) =>
    page.databases.createDocument('truedb', 'settings', ID.unique(), { passcode: secret })
  const change = (page: HostedPage, secret: string) =>
    page.databases.updateDocument('truedb', 'settings', 'passcode', { passcode: secret })

  test(`the ${name} of an administrator reads the passcode’s document without the passcode`, async () => {
    const document = await read(await bank.signIn(bank.clara))
    expect(document).toMatchObject({ $id: 'passcode', $collectionId: 'settings', $databaseId: 'truedb' })
    expect(document).not.toHaveProperty('passcode')
    expect(await refusalOf(read(await bank.signIn(bank.alice)))).toMatchObject({
      code: 404,
      type: 'document_not_found',
    })
  })

  test(`the ${name} of an administrator enters the passcode, and a wrong one keeps nothing`, async () => {
    const page = await bank.signIn(bank.clara)
    expect(await refusalOf(enter(page, 'open barley'))).toMatchObject({
      code: 401,
      type: 'user_invalid_credentials',
      message: 'Invalid passcode',
    })
    expect(await refusalOf(change(page, 'open barley'))).toMatchObject({
      code: 401,
      type: 'user_challenge_required',
    })
    expect(await enter(page, passcode)).not.toHaveProperty('passcode')
    expect(await change(page, passcode)).toMatchObject({ $id: 'passcode' })
  })

  test(`the ${name} of a customer neither enters nor changes the passcode`, async () => {
    const page = await bank.signIn(bank.alice)
    expect(await refusalOf(enter(page, passcode))).toMatchObject({ code: 401, type: 'user_unauthorized' })
    expect(await refusalOf(change(page, 'open barley'))).toMatchObject({
      code: 401,
      type: 'user_unauthorized',
    })
  })

  test(`the ${name} of an administrator changes the passcode just after entering it`, async () => {
    const page = await bank.enterPanel(bank.clara)
    expect(await change(page, 'open barley')).not.toHaveProperty('passcode')
    const next = await bank.signIn(bank.clara)
    expect(await refusalOf(enter(next, passcode))).toMatchObject({
      code: 401,
      type: 'user_invalid_credentials',
    })
    await enter(next, 'open barley')
    await change(next, passcode)
  })

  test(`the ${name} lists and deletes no settings`, async () => {
    const page = await bank.enterPanel(bank.clara)
    const remove = page.databases.deleteDocument('truedb', 'settings', 'passcode')
    expect(await refusalOf(remove)).toMatchObject({ code: 401, type: 'user_unauthorized' })
  })
})
