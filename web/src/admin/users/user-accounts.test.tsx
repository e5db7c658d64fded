import type { AccountView } from '@bank/contract/accounts/view'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, toErik, visit } from '../../../test/stubbed-bank.tsx'
import { userDetails } from '../../../test/user-details.ts'
import { useSession } from '../../sessions/session.ts'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { UserPage } from './user-page.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../../ui/dialog.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} })))

const { id, account: main } = userDetails()
const savings: AccountView = {
  ...main,
  number: '6315582094',
  name: 'Savings',
  isMain: false,
  type: 'online',
  currency: 'EUR',
  balance: '25.00',
}
const unnamed: AccountView = {
  ...savings,
  number: '8120046637',
  name: null,
  isActive: false,
  balance: '0.00',
}
const path = `/admin/users/${id}`
const api = `/api/admin/users/${id}`

function open(
  search: string,
  answers: Parameters<typeof stubbedBank>[0] = {},
  accounts: readonly AccountView[] = [main, savings, unnamed],
) {
  const session = {
    user: { id: '0198c0de-0000-7000-8000-00000000c1a2', name: 'Clara Osei', role: 'administrator' },
    signedInAt: '2026-01-01T00:00:00.000Z',
    elevatedUntil: '2026-01-06T09:00:00.000Z',
  }
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session }),
    [`GET ${api}`]: () => userDetails({ account: accounts[0]!, accounts: [...accounts] }),
    [`GET ${api}/transactions`]: ({ query }) => ({
      transactions: [
        toErik({ counterparty: null, description: `Of ${query.get('account') ?? 'the main account'}` }),
      ],
      total: 1,
      firstRow: 1,
      nextCursor: null,
    }),
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    '/admin/users/:id',
    <SignedIn>
      <UserPage />
      <ToasterSurface theme="light" />
    </SignedIn>,
    `${path}${search}`,
  )
  /** The account that each request to this endpoint named. */
  const accountsAt = (endpoint: string) => bank.requestsTo(endpoint).map(({ query }) => query.get('account'))
  return { ...bank, address, accountsAt, person: userEvent.setup() }
}

/** The page is behind the gate. */
function SignedIn({ children }: { children: ReactNode }) {
  return useSession().data?.session ? children : null
}

const closed = { closedAt: '2026-03-07T14:15:00.000Z' }
const button = (name: string) => screen.findByRole('button', { name })
const noContent = () => new Response(null, { status: 204 })

describe('a user with several accounts', () => {
  test('each account of a user is listed with its name or type, number, currency, state and balance, and the chosen one is marked', async () => {
    open('')
    const list = (await screen.findByRole('heading', { name: 'Accounts' })).nextElementSibling!
    const rows = within(list as HTMLElement).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Checking AccountActiveMain account, USDAccount number 4027719385$100.00',
      'SavingsActiveOnline Account, EURAccount number 6315582094€25.00',
      'Online AccountDeactivatedEURAccount number 8120046637€0.00',
    ])
    expect(screen.getAllByRole('link', { current: true }).map((link) => link.textContent)).toEqual([
      'Checking Account',
    ])
    for (const { number } of [main, savings, unnamed]) await button(`Copy account number ${number}`)
  })

  test('choosing an account puts its number into the URL, and the page shows its balance, facts and transactions', async () => {
    const page = open('')
    await screen.findByText('Of the main account')
    await page.person.click(screen.getByRole('link', { name: 'Savings' }))
    await screen.findByText('Of 6315582094')
    expect(page.address()).toBe(`${path}?account=6315582094`)
    expect(screen.getByText('Balance').nextSibling?.textContent).toBe('€25.00')
    expect(screen.getByText('Account type').nextSibling?.textContent).toBe('Online Account')
    expect(screen.queryByText('Of the main account')).toBeNull()
    await page.person.click(screen.getByRole('link', { name: 'Checking Account' }))
    await screen.findByText('Of the main account')
    expect(page.address()).toBe(path)
  })

  test('a funding of a further account names it, and so does its request', async () => {
    const fundings = `POST ${api}/fundings`
    const page = open('?account=6315582094', { [fundings]: () => toErik({ type: 'credit' }) })
    await page.person.click(await button('Fund account'))
    const form = within(await screen.findByRole('dialog'))
    form.getByText('Account 6315582094 of Alice Moreno')
    await page.person.type(form.getByLabelText('Amount'), '5')
    expect(form.getByText('€30.00')).toBeTruthy()
    await page.person.click(form.getByRole('button', { name: 'Fund account' }))
    await screen.findByText('Account funded successfully')
    expect(page.accountsAt(fundings)).toEqual(['6315582094'])
  })

  test('a funding of one account whose answer was lost does not lend its id to a funding of another one', async () => {
    const fundings = `POST ${api}/fundings`
    const lost = () => {
      throw new TypeError('the connection broke')
    }
    const page = open('?account=6315582094', { [fundings]: lost })
    const fund = async () => {
      await page.person.click(await button('Fund account'))
      const form = within(await screen.findByRole('dialog'))
      await page.person.type(form.getByLabelText('Amount'), '5')
      await page.person.click(form.getByRole('button', { name: 'Fund account' }))
      await form.findByText(/the account is funded at most once/)
      await page.person.click(form.getAllByRole('button', { name: 'Close' })[0]!)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await fund()
    await page.person.click(screen.getByRole('link', { name: 'Checking Account' }))
    await fund()
    const [further, ofMain] = page.requestsTo(fundings).map(({ body }) => body.transactionId)
    expect(further).not.toBe(ofMain)
    expect(page.accountsAt(fundings)).toEqual(['6315582094', null])
  })

  test('a further account is activated at once, and Undo deactivates that account', async () => {
    const [activation, undone] = [`PUT ${api}/activation`, `PUT ${api}/deactivation`]
    const page = open('?account=8120046637', { [activation]: noContent, [undone]: noContent })
    await page.person.click(await button('Activate'))
    await screen.findByText('Account activated successfully')
    await page.person.click(await button('Undo'))
    await screen.findByText('Account deactivated successfully')
    expect(page.requestsTo(undone)[0]!.body.undoes).toBe(page.requestsTo(activation)[0]!.body.changeId)
    expect([...page.accountsAt(activation), ...page.accountsAt(undone)]).toEqual(['8120046637', '8120046637'])
  })

  test.each([
    [
      '',
      'Deactivate Alice Moreno’s main account?',
      /^They are logged out everywhere and cannot send money from any account until the main account is active again\./,
      main.number,
    ],
    [
      '?account=6315582094',
      'Deactivate Alice Moreno’s account 6315582094?',
      /^They cannot send money from this account until it is active again\..* Their other accounts do not change\.$/,
      '6315582094',
    ],
  ])(
    'the deactivation at %j is titled “%s” and says what it means, and its Undo is about the same account',
    async (search, title, consequence, number) => {
      const deactivation = `PUT ${api}/deactivation`
      const undone = `PUT ${api}/activation`
      const page = open(search, { [deactivation]: noContent, [undone]: noContent })
      await page.person.click(await button('Deactivate'))
      const form = within(await screen.findByRole('dialog', { name: title }))
      expect(form.getByText(consequence)).toBeTruthy()
      await page.person.type(form.getByLabelText('Reason'), 'Asked to')
      await page.person.click(form.getByRole('button', { name: 'Deactivate account' }))
      await screen.findByText('Account deactivated successfully')
      await page.person.click(await button('Undo'))
      await screen.findByText('Account activated successfully')
      expect([...page.accountsAt(deactivation), ...page.accountsAt(undone)]).toEqual([number, number])
    },
  )

  test('a further account offers no activation while the main account is inactive, and says why', async () => {
    const inactive = [main, savings].map((account) => ({ ...account, isActive: false }))
    open('?account=6315582094', {}, inactive)
    await screen.findByText(/It stays inactive until the main account is active\./)
    await button('Fund account')
    expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull()
  })

  test('a number that is not one of the user’s accounts is said to be none, with a way to the main account', async () => {
    const page = open('?account=1000000000', {
      [`GET ${api}/transactions`]: () => refused('account_not_found'),
    })
    await screen.findByText('This user has no account with this number')
    expect(screen.queryByRole('button', { name: 'Fund account' })).toBeNull()
    await page.person.click(screen.getByRole('link', { name: 'Show the main account' }))
    expect(page.address()).toBe(path)
  })
})

test('a user with one account has no list of accounts, and no request about them names one', async () => {
  const page = open('', {}, [main])
  await screen.findByText('Of the main account')
  expect(screen.queryByRole('heading', { name: 'Accounts' })).toBeNull()
  await page.person.click(await button('Fund account'))
  within(await screen.findByRole('dialog')).getByText('The account of Alice Moreno')
  expect(page.accountsAt(`GET ${api}/transactions`)).toEqual([null])
})

test('the transactions of a user are requested at once and shown below what is known of the user', async () => {
  const details = Promise.withResolvers<unknown>()
  const page = open('', { [`GET ${api}`]: () => details.promise })
  const row = await screen.findByText('Of the main account', { exact: false })
  expect(row.closest('[hidden]')).not.toBeNull()
  details.resolve(userDetails({ account: main, accounts: [main, savings] }))
  await screen.findByRole('heading', { name: 'Accounts' })
  expect(row.closest('[hidden]')).toBeNull()
  expect(page.requestsTo(`GET ${api}/transactions`)).toHaveLength(1)
})

describe('a closed account on the page of a user', () => {
  const reopening = `PUT ${api}/reopening`

  test('a closed account says so, and can only be reopened, with a reason', async () => {
    const page = open('?account=6315582094', { [reopening]: noContent }, [main, { ...savings, ...closed }])
    const list = within(
      await screen.findByRole('heading', { name: 'Accounts' }).then((title) => title.parentElement!),
    )
    expect(list.getByText('Closed')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Fund account' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull()
    await page.person.click(await button('Reopen account'))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Reopen Alice Moreno’s account 6315582094?' }),
    )
    await page.person.click(dialog.getByRole('button', { name: 'Reopen account' }))
    expect(await dialog.findByText('Reason is required')).toBeDefined()
    await page.person.type(dialog.getByLabelText('Reason'), 'Closed by mistake')
    await page.person.click(dialog.getByRole('button', { name: 'Reopen account' }))
    expect(await screen.findByText('Account reopened')).toBeDefined()
    const [sent] = page.requestsTo(reopening)
    expect(sent?.body).toEqual({ reason: 'Closed by mistake' })
    expect(page.accountsAt(reopening)).toEqual(['6315582094'])
  })

  test('a refused reopening gives its reason in the dialog, and keeps what was typed', async () => {
    const page = open('', { [reopening]: () => refused('account_open_already') }, [{ ...main, ...closed }])
    await page.person.click(await button('Reopen account'))
    const dialog = within(await screen.findByRole('dialog'))
    await page.person.type(dialog.getByLabelText('Reason'), 'Closed by mistake')
    await page.person.click(dialog.getByRole('button', { name: 'Reopen account' }))
    expect(await dialog.findByText('This account is open')).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Closed by mistake')
  })

  test('a closed further account is reopened after the main one', async () => {
    open('?account=6315582094', {}, [
      { ...main, ...closed },
      { ...savings, ...closed },
    ])
    expect(await screen.findByText(/It can be reopened once the main account is open/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Reopen account' })).toBeNull()
  })
})
