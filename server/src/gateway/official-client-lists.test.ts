import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, pin } from '../../test/bank.ts'
import {
  type HostedBank,
  type HostedPage,
  hostedClients,
  openHostedBank,
  refusalOf,
} from '../../test/hosted-client.ts'

describe.each(hostedClients)('lists with the %s', (name, sdk) => {
  const { ID, Query } = sdk
  let bank: HostedBank
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
  })
  afterAll(() => bank.close())

  const read = (page: HostedPage, id: string) => page.databases.getDocument('truedb', 'transactions', id)
  const list = (page: HostedPage, ...queries: string[]) =>
    page.databases.listDocuments('truedb', 'transactions', queries)

  test(`the ${name} of a customer lists its own document alone, and before the registration is complete nothing`, async () => {
    const page = await bank.signIn(bank.alice)
    const { total, documents } = await page.databases.listDocuments('truedb', 'users')
    expect([total, documents.map(({ $id }) => $id)]).toEqual([1, [bank.alice.userId]])
    const visitor = bank.openPage()
    const id = ID.unique()
    await visitor.account.create(id, 'zoe@example.com', password, 'Zoe')
    await visitor.account.createEmailPasswordSession('zoe@example.com', password)
    for (const collection of ['users', 'transactions']) {
      const list = await visitor.databases.listDocuments('truedb', collection)
      expect([list.total, list.documents]).toEqual([0, []])
    }
    const debit = { id, amount: 1, type: 'debit', description: 'Rent', transaction_pin: pin }
    expect(
      await refusalOf(visitor.databases.createDocument('truedb', 'transactions', ID.unique(), debit)),
    ).toMatchObject({ code: 401, type: 'user_unauthorized' })
    const signedOut = bank.openPage()
    expect(await refusalOf(signedOut.databases.listDocuments('truedb', 'users'))).toMatchObject({
      code: 401,
      type: 'user_unauthorized',
    })
  })

  test(`the ${name} of an administrator lists all users after the passcode only`, async () => {
    const gate = await bank.signIn(bank.clara)
    expect((await gate.databases.listDocuments('truedb', 'users')).total).toBe(1)
    const panel = await bank.enterPanel(bank.clara)
    const listUsers = (...queries: string[]) => panel.databases.listDocuments('truedb', 'users', queries)
    const { total, documents } = await listUsers(Query.orderDesc('$createdAt'))
    expect(total).toBe(documents.length)
    expect(documents.map(({ name: of }) => of)).toEqual(expect.arrayContaining(['Alice', 'Bruno', 'Clara']))
    expect((await listUsers(Query.equal('email', bank.bruno.email))).documents).toMatchObject([
      { $id: bank.bruno.userId },
    ])
    expect((await listUsers(Query.contains('email', 'BRUNO'))).documents).toMatchObject([
      { $id: bank.bruno.userId },
    ])
    expect((await listUsers(Query.equal('isAdmin', true))).documents).toMatchObject([{ name: 'Clara' }])
    expect((await listUsers(Query.limit(1), Query.offset(1))).documents).toHaveLength(1)
  })

  test(`the ${name} is refused a query for a secret`, async () => {
    const panel = await bank.enterPanel(bank.clara)
    const refused = (query: string) => refusalOf(panel.databases.listDocuments('truedb', 'users', [query]))
    expect(await refused(Query.equal('pin', '1234'))).toMatchObject({
      code: 400,
      type: 'general_query_invalid',
      message: 'Invalid query: Attribute not found in schema: pin',
    })
    const invalid = { code: 400, type: 'general_query_invalid' }
    expect(await refused(Query.equal('password', password))).toMatchObject(invalid)
    expect(await refused(Query.orderDesc('pin'))).toMatchObject(invalid)
    expect(await refused(Query.notEqual('name', 'Alice'))).toMatchObject(invalid)
    expect(await refused(Query.limit(5001))).toMatchObject(invalid)
    expect(await refused(Query.limit(0))).toMatchObject(invalid)
  })

  test(`the ${name} of a customer lists own transactions only, whatever it asks for`, async () => {
    const { person, page, send } = await bank.openSender('Ida')
    bank.pass(1)
    const { $id: id } = await send()
    const other = await bank.openSender('Jon')
    await other.send()
    const own = [
      [id, 'debit'],
      [expect.any(String), 'credit'],
    ]
    const idsAndTypes = async (...queries: string[]) =>
      (await list(page, ...queries)).documents.map(({ $id, type }) => [$id, type])
    expect(await idsAndTypes()).toEqual(own)
    expect(await idsAndTypes(Query.equal('id', person.userId), Query.orderDesc('$createdAt'))).toEqual(own)
    expect(await idsAndTypes(Query.equal('id', other.person.userId))).toEqual([])
    expect(await idsAndTypes(Query.equal('status', 'pending'))).toEqual([[id, 'debit']])
    expect(await idsAndTypes(Query.select(['$id']), Query.offset(1))).toEqual([own[1]])
    expect(await idsAndTypes(Query.limit(1), Query.orderAsc('$createdAt'))).toEqual([
      [expect.any(String), 'credit'],
    ])
    expect(await refusalOf(read(other.page, id))).toMatchObject({ code: 404, type: 'document_not_found' })
  })

  test(`the ${name} of an administrator lists the transactions of all customers, page by page`, async () => {
    const { person, send } = await bank.openSender('Kai')
    const sent = [(await send()).$id, (await send()).$id]
    const panel = await bank.enterPanel(bank.clara)
    const newest = Query.orderDesc('$createdAt')
    const { documents: all } = await list(panel, newest, Query.limit(100))
    expect(all.map(({ $id }) => $id)).toEqual(expect.arrayContaining(sent))
    const first = await list(panel, newest, Query.limit(2))
    const second = await list(panel, newest, Query.limit(2), Query.cursorAfter(first.documents[1]!.$id))
    expect([...first.documents, ...second.documents].map(({ $id }) => $id)).toEqual(
      all.slice(0, 4).map(({ $id }) => $id),
    )
    expect(await list(panel, Query.equal('id', person.userId))).toMatchObject({ total: 3 })
    expect(await list(panel, Query.equal('type', 'debit'), Query.equal('id', person.userId))).toMatchObject({
      total: 2,
    })
  })

  test(`the ${name} is refused a query for what no transaction shows`, async () => {
    const { page } = await bank.openSender('Lou')
    expect(await refusalOf(list(page, Query.equal('transaction_pin', pin)))).toMatchObject({
      code: 400,
      type: 'general_query_invalid',
      message: 'Invalid query: Attribute not found in schema: transaction_pin',
    })
  })
})
