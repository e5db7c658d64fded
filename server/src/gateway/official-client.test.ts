import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostedBank, hostedClients, openHostedBank, refusalOf } from '../../test/hosted-client.ts'

const secret = 'tide-and-timber-42'

/** A profile as the product's store writes it beside a new account. */
function profileOf(userId: string) {
  return {
    userId,
    name: 'Dora Newcomb',
    email: 'dora@example.com',
    phone: '+15551234567',
    dob: '1990-05-17',
    gender: 'female',
    employment_status: 'self-employed',
    country: 'Canada',
    street: '12 Harbour Street',
    city: 'Halifax',
    state: 'Nova Scotia',
    zip: 'B3H 4R2',
    account_type: 'checking ',
    account_number: '4242424242',
    currency: '$',
    pin: '1234',
    password: secret,
    avatar: '',
    balance: 0,
    isAdmin: false,
    isActive: false,
  }
}

describe.each(hostedClients)('the product’s calls with the %s', (name, sdk) => {
  const { ID, Query } = sdk
  let bank: HostedBank
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
  })
  afterAll(() => bank.close())

  test(`the ${name} registers, is activated and funded, sends a transfer, changes its secrets and signs out`, async () => {
    // Later than the users of the test bank, so that the newest user is this one.
    bank.pass(1)
    const customer = bank.openPage()
    expect(await refusalOf(customer.account.get())).toMatchObject({
      code: 401,
      type: 'general_unauthorized_scope',
    })
    const id = ID.unique()
    const user = await customer.account.create(id, 'dora@example.com', secret, 'Dora Newcomb')
    expect(user).toMatchObject({ $id: id, email: 'dora@example.com', name: 'Dora Newcomb', labels: [] })
    const session = await customer.account.createEmailPasswordSession('dora@example.com', secret)
    expect(session).toMatchObject({ userId: id, provider: 'email', current: true, secret: '' })
    const created = await customer.databases.createDocument('truedb', 'users', id, profileOf(id))
    const { pin: _, account_number: __, ...told } = profileOf(id)
    const profile = { ...told, account_type: 'checking', avatar: null, password: '********' }
    expect(created).toMatchObject({ ...profile, $id: id, $collectionId: 'users', $databaseId: 'truedb' })
    expect(await customer.account.get()).toMatchObject({ $id: id, name: 'Dora Newcomb' })
    const readAsCustomer = () => customer.databases.getDocument('truedb', 'users', id)
    expect(await readAsCustomer()).toMatchObject(profile)

    // An administrator passes the gate, activates the account and adds to the balance that the page shows.
    const panel = await bank.signIn(bank.clara)
    await panel.databases.createDocument('truedb', 'settings', ID.unique(), { passcode: 'open sesame' })
    const { documents: users } = await panel.databases.listDocuments('truedb', 'users', [
      Query.orderDesc('$createdAt'),
    ])
    expect(users[0]).toMatchObject({ $id: id, isActive: false })
    await panel.databases.updateDocument('truedb', 'users', id, { isActive: true })
    const { balance: shown } = await panel.databases.getDocument('truedb', 'users', id)
    bank.pass(1)
    const funded = await panel.databases.updateDocument('truedb', 'users', id, { balance: shown + 150.5 })
    expect(funded).toMatchObject({ isActive: true, balance: 150.5 })

    // The store creates the debit, and then writes the reduced balance.
    bank.pass(1)
    const { balance } = await readAsCustomer()
    const transactionId = ID.unique()
    const sent = await customer.databases.createDocument('truedb', 'transactions', transactionId, {
      id,
      transactionId,
      amount: 50.25,
      type: 'debit',
      status: 'pending',
      description: 'Transfer to Dana Reed',
      transaction_pin: '1234',
    })
    expect(sent).toMatchObject({ $id: transactionId, id, transactionId, amount: 50.25, status: 'pending' })
    const after = await customer.databases.updateDocument('truedb', 'users', id, { balance: balance - 50.25 })
    expect(after).toMatchObject({ balance: 100.25 })

    const ofDora = [Query.equal('id', id), Query.orderDesc('$createdAt')]
    const { total, documents } = await panel.databases.listDocuments('truedb', 'transactions', ofDora)
    expect([total, documents.map(({ type, amount }) => [type, amount])]).toEqual([
      2,
      [
        ['debit', 50.25],
        ['credit', 150.5],
      ],
    ])
    const settled = { status: 'success' }
    expect(
      await panel.databases.updateDocument('truedb', 'transactions', transactionId, settled),
    ).toMatchObject({ $id: transactionId, status: 'success' })
    const own = await customer.databases.listDocuments('truedb', 'transactions', ofDora)
    expect(own.documents[0]).toMatchObject({ $id: transactionId, status: 'success', type: 'debit' })

    await customer.databases.updateDocument('truedb', 'users', id, { pin: '4321', current_pin: '1234' })
    await customer.account.updatePassword('another-tide-43', secret)
    await customer.databases.updateDocument('truedb', 'users', id, { password: 'another-tide-43' })
    expect(await panel.databases.getDocument('truedb', 'settings', 'passcode')).toMatchObject({
      $id: 'passcode',
    })
    await panel.databases.updateDocument('truedb', 'settings', 'passcode', { passcode: 'open barley' })

    await customer.account.deleteSession('current')
    expect(await refusalOf(customer.account.get())).toMatchObject({
      code: 401,
      type: 'general_unauthorized_scope',
    })
    await customer.account.createEmailPasswordSession('dora@example.com', 'another-tide-43')
    expect(await readAsCustomer()).toMatchObject({ ...profile, isActive: true, balance: 100.25 })
  })
})
