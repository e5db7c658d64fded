import { messageOf } from '@bank/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '../../test/bank.ts'
import {
  type HostedBank,
  type HostedPage,
  hostedClients,
  openHostedBank,
  refusalOf,
} from '../../test/hosted-client.ts'

const unauthorized = { code: 401, type: 'user_unauthorized' }
const structure = { code: 400, type: 'document_invalid_structure' }

describe.each(hostedClients)('the users collection with the %s', (name, sdk) => {
  const { ID } = sdk
  let bank: HostedBank
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
  })
  afterAll(() => bank.close())

  const read = (page: HostedPage, { userId }: { userId: string }) =>
    page.databases.getDocument('truedb', 'users', userId)
  const update = (page: HostedPage, { userId }: { userId: string }, data: Record<string, unknown>) =>
    page.databases.updateDocument('truedb', 'users', userId, data)

  describe('reading', () => {
    test(`the ${name} reads its own document without a secret`, async () => {
      const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
      const { $id: id, ...document } = await read(await bank.signIn(bank.alice), bank.alice)
      expect(id).toBe(bank.alice.userId)
      expect(document).toMatchObject({
        $collectionId: 'users',
        $databaseId: 'truedb',
        $createdAt: moment,
        $updatedAt: moment,
        $permissions: [`read("user:${id}")`, `update("user:${id}")`],
        userId: id,
        name: 'Alice',
        email: 'alice@example.com',
        phone: '+1 555 010 0199',
        dob: '1990-02-28',
        gender: 'others',
        employment_status: 'employed',
        country: 'Germany',
        street: 'Quay Street 1',
        city: 'Bremen',
        state: 'Bremen',
        zip: '28195',
        account_type: 'checking',
        account_number: bank.alice.account.number,
        currency: '$',
        balance: 100,
        isAdmin: false,
        isActive: true,
        avatar: null,
        password: '********',
      })
      expect(document).not.toHaveProperty('pin')
    })

    test(`the ${name} finds another user’s document as little as one that does not exist`, async () => {
      const page = await bank.signIn(bank.alice)
      const missing = { code: 404, type: 'document_not_found' }
      expect(await refusalOf(read(page, bank.bruno))).toMatchObject(missing)
      expect(await refusalOf(read(page, { userId: ID.unique() }))).toMatchObject(missing)
    })
  })

  describe('creating', () => {
    const profile = {
      name: 'Nils Holm',
      phone: '+46 8 555 010 99',
      dob: '1984-11-02',
      gender: 'male',
      employment_status: 'retired',
      country: 'Sweden',
      street: 'Storgatan 1',
      city: 'Stockholm',
      state: 'Stockholm',
      zip: '111 23',
      account_type: 'joint',
      currency: '€',
      pin: '1234',
    }

    async function register(email: string) {
      const page = bank.openPage()
      const id = ID.unique()
      await page.account.create(id, email, password, profile.name)
      await page.account.createEmailPasswordSession(email, password)
      const create = (data: Record<string, unknown>, of = id) =>
        page.databases.createDocument('truedb', 'users', of, { ...profile, email, ...data }, ['read("any")'])
      return { page, id, create }
    }

    test(`the ${name} completes a registration once, with the bank’s account number`, async () => {
      const { page, id, create } = await register('nils@example.com')
      const created = await create({ account_number: '1234567890', password, avatar: '' })
      expect(created).toMatchObject({ $id: id, currency: '€', account_type: 'joint', balance: 0 })
      // The permissions that the client sends along give no right.
      expect(created.$permissions).toEqual([`read("user:${id}")`, `update("user:${id}")`])
      expect(created.account_number).not.toBe('1234567890')
      expect(await refusalOf(create({}))).toMatchObject({ code: 409, type: 'document_already_exists' })
      expect(await read(page, { userId: id })).toMatchObject({ name: 'Nils Holm' })
    })

    test(`the ${name} is refused a profile with a power, an unknown attribute or a missing field`, async () => {
      const { create } = await register('olga@example.com')
      expect(await refusalOf(create({ balance: 100 }))).toMatchObject(unauthorized)
      expect(await refusalOf(create({ isAdmin: true }))).toMatchObject(unauthorized)
      expect(await refusalOf(create({ isActive: true }))).toMatchObject(unauthorized)
      expect(await refusalOf(create({ nickname: 'Olly' }))).toMatchObject(structure)
      expect(await refusalOf(create({ email: 'another@example.com' }))).toMatchObject(structure)
      expect(await refusalOf(create({ phone: '123' }))).toMatchObject({
        ...structure,
        message: 'Phone number must be at least 10 digits',
      })
      expect(await refusalOf(create({ pin: '12' }))).toMatchObject({
        ...structure,
        message: 'PIN must be at least 4 digits',
      })
      expect(await refusalOf(create({}, ID.unique()))).toMatchObject(unauthorized)
      expect(await create({})).toMatchObject({ isActive: false })
    })

    test(`the ${name} of an administrator creates the document of a person whose account waits`, async () => {
      const visitor = bank.openPage()
      const panel = await bank.enterPanel(bank.clara)
      const id = ID.unique()
      const email = 'pia@example.com'
      await visitor.account.create(id, email, password, 'Pia Lind')
      const data = { ...profile, name: 'Pia Lind', email, account_number: '1234567890' }
      expect(await panel.databases.createDocument('truedb', 'users', id, data)).toMatchObject({
        $id: id,
        name: 'Pia Lind',
        isActive: false,
      })
      expect(await read(panel, { userId: id })).toMatchObject({ email })
      await visitor.account.createEmailPasswordSession(email, password)
      expect(await visitor.account.get()).toMatchObject({ $id: id })
      // The administrator knows the password and the PIN, so their user replaces both first.
      const replacePin = () => update(visitor, { userId: id }, { pin: '4321', current_pin: '1234' })
      const refused = { ...unauthorized, message: 'Choose your own password and PIN first' }
      expect(await refusalOf(read(visitor, { userId: id }))).toEqual(refused)
      expect(await refusalOf(replacePin())).toEqual(refused)
      await visitor.account.updatePassword('another-tide-43', password)
      expect(await replacePin()).toMatchObject({ $id: id, name: 'Pia Lind' })
      expect(await read(visitor, { userId: id })).toMatchObject({ name: 'Pia Lind' })
    })
  })

  describe('changing the own document', () => {
    test(`the ${name} writes its whole document back without a change`, async () => {
      const page = await bank.signIn(bank.alice)
      const document = await read(page, bank.alice)
      const { $updatedAt: _, ...unchanged } = await update(page, bank.alice, { ...document })
      expect(document).toMatchObject(unchanged)
    })

    test(`the ${name} changes the PIN with the present one`, async () => {
      const quin = await bank.openAccount('Quin')
      const page = await bank.signIn(quin)
      expect(await refusalOf(update(page, quin, { pin: '4321' }))).toMatchObject({
        ...structure,
        message: expect.stringContaining('Missing required attribute "current_pin"'),
      })
      expect(await refusalOf(update(page, quin, { pin: '4321', current_pin: '9999' }))).toMatchObject({
        ...structure,
        message: 'Current pin is incorrect',
      })
      const changed = await update(page, quin, { pin: '4321', current_pin: '1234' })
      expect(changed).not.toHaveProperty('pin')
      expect(await update(page, quin, { pin: '1234', current_pin: '4321' })).toMatchObject({ name: 'Quin' })
      bank.pass(11)
      expect(await refusalOf(update(page, quin, { pin: '4321', current_pin: '1234' }))).toMatchObject({
        code: 401,
        type: 'user_challenge_required',
      })
    })

    test(`the ${name} sets the first PIN of a user without one`, async () => {
      const rosa = await bank.openAccount('Rosa', { hasPin: false })
      const page = await bank.signIn(rosa)
      expect(await update(page, rosa, { pin: '4321' })).toMatchObject({ name: 'Rosa' })
    })

    test(`the ${name} drops a password written beside the account`, async () => {
      const page = await bank.signIn(bank.alice)
      expect(await update(page, bank.alice, { password: 'another-tide-43' })).toMatchObject({
        password: '********',
      })
      await bank.signIn(bank.alice)
    })

    test(`the ${name} removes the picture, and is refused one of another host`, async () => {
      const page = await bank.signIn(bank.alice)
      expect(await update(page, bank.alice, { avatar: '' })).toMatchObject({ avatar: null })
      const picture = { avatar: 'https://images.example/alice.png' }
      expect(await refusalOf(update(page, bank.alice, picture))).toMatchObject({ code: 400 })
    })

    test(`the ${name} is refused a power over its own account`, async () => {
      const page = await bank.signIn(bank.bruno)
      for (const data of [{ isActive: true }, { isAdmin: true }, { balance: 1000 }, { name: 'Bruno Rich' }]) {
        expect(await refusalOf(update(page, bank.bruno, data)), JSON.stringify(data)).toMatchObject(
          unauthorized,
        )
      }
      expect(await read(page, bank.bruno)).toMatchObject({ isActive: false, isAdmin: false, balance: 0 })
    })

    test(`the ${name} is refused two changes at a time`, async () => {
      const page = await bank.signIn(bank.alice)
      const data = { pin: '4321', current_pin: '1234', name: 'Alicia' }
      expect(await refusalOf(update(page, bank.alice, data))).toMatchObject({
        code: 400,
        type: expect.any(String),
        message: expect.stringContaining('One change at a time'),
      })
    })

    test(`the ${name} deletes no document`, async () => {
      const page = await bank.signIn(bank.alice)
      expect(
        await refusalOf(page.databases.deleteDocument('truedb', 'users', bank.alice.userId)),
      ).toMatchObject(unauthorized)
    })
  })

  describe('changing another user’s document', () => {
    const openCustomer = (customer: string, amountMinor = 0n) =>
      bank.openAccount(customer, { amountMinor, isActive: false })

    test(`the ${name} of an administrator activates and deactivates an account`, async () => {
      const panel = await bank.enterPanel(bank.clara)
      const sven = await openCustomer('Sven')
      expect(await update(panel, sven, { isActive: true })).toMatchObject({ isActive: true })
      expect(await update(panel, sven, { isActive: false })).toMatchObject({ isActive: false })
    })

    test(`the ${name} of an administrator makes an administrator, and takes no role away`, async () => {
      const panel = await bank.enterPanel(bank.clara)
      const tove = await openCustomer('Tove')
      expect(await update(panel, tove, { isAdmin: true })).toMatchObject({ isAdmin: true })
      expect(await refusalOf(update(panel, tove, { isAdmin: false }))).toMatchObject(unauthorized)
    })

    test(`the ${name} of an administrator asks for an administrator where the bank has a second one`, async () => {
      const panel = await bank.enterPanel(bank.clara)
      await bank.openAccount('Erik', { role: 'administrator' })
      const urban = await openCustomer('Urban')
      expect(await refusalOf(update(panel, urban, { isAdmin: true }))).toMatchObject({
        code: 409,
        type: 'document_update_conflict',
        message: messageOf('approval_waits'),
      })
      expect(await read(panel, urban)).toMatchObject({ isAdmin: false })
    })

    test(`the ${name} of an administrator changes no other attribute, nor the own account`, async () => {
      const panel = await bank.enterPanel(bank.clara)
      const picture = 'https://images.example/alice.png'
      const secrets = [{ pin: '4321', current_pin: '1234' }, { password: 'another-tide-43' }]
      for (const data of [...secrets, { avatar: picture }, { name: 'Alicia' }, { account_number: '1' }]) {
        expect(await refusalOf(update(panel, bank.alice, data)), JSON.stringify(data)).toMatchObject(
          unauthorized,
        )
      }
      expect(await refusalOf(update(panel, bank.clara, { isActive: false }))).toMatchObject(unauthorized)
    })

    test(`the ${name} of an administrator is refused before the passcode`, async () => {
      const gate = await bank.signIn(bank.clara)
      expect(await refusalOf(update(gate, bank.bruno, { isActive: true }))).toMatchObject({
        code: 401,
        type: 'user_challenge_required',
      })
    })

    test(`the ${name} of a customer finds no other user’s document to change`, async () => {
      const page = await bank.signIn(bank.alice)
      expect(await refusalOf(update(page, bank.bruno, { isActive: true }))).toMatchObject({
        code: 404,
        type: 'document_not_found',
      })
    })
  })
})
