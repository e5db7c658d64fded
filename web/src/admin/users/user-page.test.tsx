import type { StaffRole } from '@bank/contract/roles/role'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clara, refused, stubbedBank, toErik, visit } from '../../../test/stubbed-bank.tsx'
import { userDetails as user } from '../../../test/user-details.ts'
import { publicConfig } from '../../public-config.ts'
import { useSession } from '../../sessions/session.ts'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { UserPage } from './user-page.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../../ui/dialog.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} })))

const person = user()
const claraId = '0198c0de-0000-7000-8000-00000000c1a2'

const path = `/admin/users/${person.id}`
const api = `/api/admin/users/${person.id}`
const fundings = `POST ${api}/fundings`
const activation = `PUT ${api}/activation`
const deactivation = `PUT ${api}/deactivation`
const decline = `PUT ${api}/activation-decline`
const erik = toErik()
const statusOfErik = `PUT /api/admin/transactions/${erik.id}/status`

function open(
  answers: Parameters<typeof stubbedBank>[0] = {},
  shown = user(),
  role: StaffRole = 'administrator',
) {
  const elevated = { id: claraId, name: 'Clara Osei', email: 'clara@example.com', role: 'administrator' }
  const session = {
    user: elevated,
    signedInAt: '2026-01-01T00:00:00.000Z',
    idleEndsAt: '2026-01-06T09:00:00.000Z',
    elevatedUntil: '2026-01-06T09:00:00.000Z',
    temporarySecrets: null,
  }
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session }),
    [`GET ${api}`]: () => shown,
    [`GET ${api}/transactions`]: () => ({ transactions: [erik], total: 1, firstRow: 1, nextCursor: null }),
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { client } = visit(
    '/admin/users/:id',
    <SignedIn>
      <UserPage />
      <ToasterSurface theme="light" />
    </SignedIn>,
    path,
    { ...clara(), id: claraId, role },
  )
  return { ...bank, client, person: userEvent.setup() }
}

/** The page is behind the gate. */
function SignedIn({ children }: { children: ReactNode }) {
  return useSession().data?.session ? children : null
}

const button = (name: string) => screen.findByRole('button', { name })
const dialog = async () => within(await screen.findByRole('dialog'))

describe('the page of a user', () => {
  test.each([
    ['support', ['Add note']],
    ['operations', ['Deactivate', 'Correct details', 'Send reset link', 'Add note']],
    ['treasury', ['Fund account', 'Hold an amount', 'Add note']],
    ['auditor', []],
  ] as const)(
    'the page of a user offers %s what the role may do, and nothing else',
    async (role, offered) => {
      open({ [`GET ${api}/holds`]: () => ({ holds: [] }) }, user(), role)
      await screen.findByRole('heading', { name: 'Timeline' })
      const acts = [
        'Deactivate',
        'Fund account',
        'Make admin',
        'Correct details',
        'Hold an amount',
        'Send reset link',
        'Add note',
      ]
      const shown = acts.filter((name) => screen.queryByRole('button', { name }))
      expect(shown.toSorted()).toEqual([...offered].toSorted())
    },
  )

  test('the page says since when the customer has frozen their payments', async () => {
    open({}, user({ frozenAt: '2026-03-07T14:15:00.000Z' }))
    expect((await screen.findByText(/Payments frozen by the customer since/)).textContent).toBe(
      'Payments frozen by the customer since March 7, 2026 at 2:15 PM UTC',
    )
  })

  test('the page of a user shows the profile, the whole account number and no secret', async () => {
    open()
    await screen.findByText('alice@example.com')
    expect(document.body.textContent).toContain('4027719385')
    expect(screen.getByText('Password').nextSibling?.textContent).toBe('Set on Jan 5, 2026')
    expect(document.querySelectorAll('input')).toHaveLength(0)
  })

  test('the button says Deactivate for an active account and Activate for an inactive one', async () => {
    open()
    expect(await button('Deactivate')).toBeTruthy()
    cleanup()
    open({}, user({ account: { ...person.account, isActive: false } }))
    expect(await button('Activate')).toBeTruthy()
  })

  test('activation happens at once, and its toast offers Undo', async () => {
    const page = open(
      { [activation]: noContent, [deactivation]: noContent },
      user({ account: { ...person.account, isActive: false } }),
    )
    await page.person.click(await button('Activate'))
    await screen.findByText('Account activated successfully')
    await page.person.click(await button('Undo'))
    await screen.findByText('Account deactivated successfully')
    await waitFor(() => expect(screen.queryByText('Account activated successfully')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    const [[done], [undone]] = [page.requestsTo(activation), page.requestsTo(deactivation)]
    expect(undone!.body.undoes).toBe(done!.body.changeId)
  })

  test('an account that was deactivated with a reason shows it, and asks before it is activated again', async () => {
    const deactivations = [
      {
        accountNumber: person.account.number,
        at: '2026-03-07T14:15:00.000Z',
        by: 'Erik',
        reason: 'Suspected fraud, case 77',
      },
    ]
    const account = { ...person.account, isActive: false }
    const page = open({ [activation]: noContent }, user({ account, deactivations }))
    expect((await screen.findByText(/^Deactivated by/)).textContent).toBe(
      'Deactivated by Erik on Mar 7, 2026, 2:15 PM UTC: Suspected fraud, case 77',
    )
    await page.person.click(await button('Activate'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('It was deactivated with the reason “Suspected fraud, case 77”.')).toBeTruthy()
    expect(page.requestsTo(activation)).toHaveLength(0)
    await page.person.click(question.getByRole('button', { name: 'Activate account' }))
    await screen.findByText('Account activated successfully')
    expect(page.requestsTo(activation)).toHaveLength(1)
  })

  test('the activation of an account that waits is declined with a reason, which the dialog says the customer reads', async () => {
    const account = { ...person.account, isActive: false, activatedAt: null }
    const page = open({ [decline]: noContent }, user({ account }))
    await page.person.click(await button('Decline'))
    const form = await dialog()
    expect(form.getByText(/The customer gets an email with the reason\./)).toBeTruthy()
    expect(form.getByText(/^The customer reads this\./)).toBeTruthy()
    await page.person.type(form.getByLabelText('Reason'), 'No such street')
    await page.person.click(form.getByRole('button', { name: 'Decline activation' }))
    await screen.findByText('Activation declined')
    expect(page.requestsTo(decline)[0]!.body).toEqual({ reason: 'No such street' })
  })

  test('a declined account shows why, and asks before it is activated', async () => {
    const declined = { declinedAt: '2026-03-07T14:15:00.000Z', declineReason: 'No such street' }
    const account = { ...person.account, isActive: false, activatedAt: null, ...declined }
    const page = open({}, user({ account }))
    expect((await screen.findByText(/^Activation declined on/)).textContent).toBe(
      'Activation declined on Mar 7, 2026, 2:15 PM UTC: No such street',
    )
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
    await page.person.click(await button('Activate'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('The activation was declined with the reason “No such street”.')).toBeTruthy()
  })

  test('an Undo after another administrator has changed the account again says why it changed nothing', async () => {
    const page = open(
      {
        [activation]: noContent,
        [deactivation]: () => refused('account_state_changed'),
      },
      user({ account: { ...person.account, isActive: false } }),
    )
    await page.person.click(await button('Activate'))
    await page.person.click(await button('Undo'))
    await screen.findByText('Failed to deactivate account')
    expect(screen.getByText(/^This account was activated or deactivated again since/)).toBeDefined()
  })

  test('a failed activation shows its reason', async () => {
    const page = open(
      { [activation]: () => refused('busy') },
      user({ account: { ...person.account, isActive: false } }),
    )
    await page.person.click(await button('Activate'))
    await screen.findByText('Failed to activate account')
    expect(await screen.findByText('The bank is busy. Try again in a moment')).toBeTruthy()
  })

  test('a user becomes an administrator after a confirmation, and an administrator is not offered it', async () => {
    const page = open({ [`PUT ${api}/role`]: noContent })
    await page.person.click(await button('Make admin'))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(page.requestsTo(`PUT ${api}/role`)).toHaveLength(0)
    await page.person.click(dialog.getByRole('button', { name: 'Make admin' }))
    await screen.findByText('Admin made successfully')
    cleanup()
    open({}, user({ role: 'administrator' }))
    await button('Fund account')
    expect(screen.queryByRole('button', { name: 'Make admin' })).toBeNull()
  })

  test('an administrator loses the role after a confirmation, and a refusal shows its reason', async () => {
    const administrator = user({ role: 'administrator' })
    let isRefused = true
    const page = open(
      { [`DELETE ${api}/role`]: () => (isRefused ? refused('last_administrator') : noContent()) },
      administrator,
    )
    await page.person.click(await button('Remove administrator'))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(page.requestsTo(`DELETE ${api}/role`)).toHaveLength(0)
    await page.person.click(dialog.getByRole('button', { name: 'Remove administrator' }))
    await screen.findByText('The role was not taken')
    dialog.getByText(
      'This would leave the bank without an administrator. Make another user an administrator first',
    )
    isRefused = false
    await page.person.click(dialog.getByRole('button', { name: 'Remove administrator' }))
    await screen.findByText('Role taken')
    expect(page.requestsTo(`DELETE ${api}/role`)).toHaveLength(2)
  })

  test("a customer's page does not offer to remove the administrator role", async () => {
    open()
    await button('Make admin')
    expect(screen.queryByRole('button', { name: 'Remove administrator' })).toBeNull()
  })

  test('the page of a user says until when a password or PIN that an administrator typed is temporary', async () => {
    open({}, user({ temporarySecretsUntil: '2026-01-12T09:00:00.000Z' }))
    await screen.findByText('alice@example.com')
    expect(screen.getByText('Password').nextSibling?.textContent).toBe(
      'Set on Jan 5, 2026; password or PIN temporary until Jan 12, 2026',
    )
  })

  test("an administrator's own page offers no actions", async () => {
    open({}, user({ id: claraId }))
    await screen.findByText('This is your own account. Another administrator can change it.')
    expect(screen.queryByRole('button', { name: 'Fund account' })).toBeNull()
  })

  test('the page of an unknown user says that there is none', async () => {
    open({ [`GET ${api}`]: () => refused('user_not_found') })
    expect(await screen.findByText('User not found')).toBeTruthy()
  })
})

describe('a deactivation', () => {
  async function deactivate(page: ReturnType<typeof open>, reason: string) {
    await page.person.click(await button('Deactivate'))
    const form = within(await screen.findByRole('dialog', { name: 'Deactivate Alice Moreno’s account?' }))
    // Pasted: typing a long text takes seconds.
    await page.person.click(form.getByLabelText('Reason'))
    if (reason) await page.person.paste(reason)
    await page.person.click(form.getByRole('button', { name: 'Deactivate account' }))
    return form
  }

  test('a deactivation asks for a reason, and its toast offers Undo', async () => {
    const page = open({ [deactivation]: noContent, [activation]: noContent })
    await deactivate(page, 'Card reported stolen')
    await screen.findByText('Account deactivated successfully')
    const [request, ...others] = page.requestsTo(deactivation)
    expect([request!.body.reason, others]).toEqual(['Card reported stolen', []])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.person.click(await button('Undo'))
    await screen.findByText('Account activated successfully')
    expect(page.requestsTo(activation).map(({ body }) => body.undoes)).toEqual([request!.body.changeId])
  })

  test('an Undo after another administrator has deactivated the account again says why it changed nothing', async () => {
    const page = open({
      [deactivation]: noContent,
      [activation]: () => refused('account_state_changed'),
    })
    await deactivate(page, 'Card reported stolen')
    await page.person.click(await button('Undo'))
    await screen.findByText('Failed to activate account')
    expect(screen.getByText(/^This account was activated or deactivated again since/)).toBeDefined()
  })

  test('a deactivation whose answer is lost is asked for again under its id, and reported as done', async () => {
    let answers = 0
    const page = open({
      [deactivation]: () => {
        answers += 1
        return answers === 1 ? Promise.reject(new TypeError('Failed to fetch')) : noContent()
      },
    })
    await deactivate(page, 'Card reported stolen')
    await screen.findByText('Account deactivated successfully')
    expect(screen.queryByText('Failed to deactivate account')).toBeNull()
    const ids = page.requestsTo(deactivation).map(({ body }) => body.changeId)
    expect(ids).toEqual([ids[0], ids[0]])
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    ['no reason', '', 'Reason is required'],
    ['a reason of 10,000 characters', 'x'.repeat(10_000), 'Reason must be at most 500 characters'],
  ])('a deactivation with %s is refused on its field', async (_, reason, message) => {
    const page = open()
    const form = await deactivate(page, reason)
    await form.findByText(message)
    expect(form.getByText(/^For the audit log\. Only staff read it\. Up to 500 characters\.$/)).toBeTruthy()
    expect(page.requestsTo(deactivation)).toHaveLength(0)
  })

  test('a cancelled deactivation sends nothing', async () => {
    const page = open()
    await page.person.click(await button('Deactivate'))
    await page.person.click((await dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(page.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('a failed deactivation shows its reason', async () => {
    const page = open({ [deactivation]: () => refused('last_active_administrator') })
    const form = await deactivate(page, 'Card reported stolen')
    await screen.findByText('Failed to deactivate account')
    expect(form.getByText('No other administrator has an active account. Activate one first')).toBeTruthy()
  })

  test('a deactivation that another administrator was first with points to the activity of the account', async () => {
    let isActive = true
    const page = open({
      [`GET ${api}`]: () => user({ account: { ...person.account, isActive } }),
      [deactivation]: () => {
        isActive = false
        return refused('account_inactive_already')
      },
    })
    const form = await deactivate(page, 'Card reported stolen')
    await form.findByText(/^This account is already inactive\. Its activity shows who deactivated it/)
    expect(form.getByRole('link', { name: 'Account activity' }).getAttribute('href')).toBe(
      '/admin/audit-log?subject=alice%40example.com',
    )
    expect(form.queryByRole('button', { name: 'Deactivate account' })).toBeNull()
    await page.person.click(form.getAllByRole('button', { name: 'Close' })[1]!)
    await button('Activate')
  })
})

describe('a reset link', () => {
  const resetLink = `POST ${api}/password-reset`
  async function askForLink(page: ReturnType<typeof open>) {
    await page.person.click(await button('Send reset link'))
    return within(await screen.findByRole('alertdialog', { name: 'Send a reset link?' }))
  }

  test('a reset link is queued after a confirmation that names the address', async () => {
    const page = open({ [resetLink]: noContent })
    const alert = await askForLink(page)
    alert.getByText(/^alice@example\.com gets a link to choose a new password/)
    expect(page.requestsTo(resetLink)).toHaveLength(0)
    await page.person.click(alert.getByRole('button', { name: 'Send reset link' }))
    await screen.findByText('Reset link queued for alice@example.com')
    expect(page.requestsTo(resetLink)).toHaveLength(1)
  })

  test('while mail is off, the confirmation and the toast of a reset link say that it is not sent', async () => {
    vi.spyOn(publicConfig, 'mail', 'get').mockReturnValue(false)
    const page = open({ [resetLink]: noContent })
    const alert = await askForLink(page)
    alert.getByText(/^Mail is off: the link will not be sent\./)
    await page.person.click(alert.getByRole('button', { name: 'Send reset link' }))
    await screen.findByText('Mail is off: the reset link for alice@example.com was not sent')
    expect(screen.queryByText(/^Reset link queued/)).toBeNull()
  })

  test('while mail is off, the dialog that declines an activation promises no mail', async () => {
    vi.spyOn(publicConfig, 'mail', 'get').mockReturnValue(false)
    const account = { ...person.account, isActive: false, activatedAt: null }
    const page = open({}, user({ account }))
    await page.person.click(await button('Decline'))
    expect((await dialog()).getByText(/^It stays inactive/).textContent).not.toContain('email')
  })

  test('a refused reset link says why in its dialog', async () => {
    const page = open({ [resetLink]: () => refused('email_changed_recently', { from: 'tomorrow' }) })
    const alert = await askForLink(page)
    await page.person.click(alert.getByRole('button', { name: 'Send reset link' }))
    const why = 'This user’s email was changed recently. A reset link can be sent from tomorrow'
    expect(await alert.findByText(why)).toBeTruthy()
  })
})

describe('a funding', () => {
  async function fund(page: ReturnType<typeof open>, amount: string) {
    await page.person.click(await button('Fund account'))
    const form = await dialog()
    if (amount) await page.person.type(form.getByLabelText('Amount'), amount)
    await page.person.click(form.getByRole('button', { name: 'Fund account' }))
  }

  test('a funding without an amount is refused', async () => {
    const page = open()
    await fund(page, '')
    await screen.findByText('Amount is required')
    expect(page.requestsTo(fundings)).toHaveLength(0)
  })

  test('a funding previews the balance, and a double click sends it once', async () => {
    const page = open({ [fundings]: () => toErik({ type: 'credit' }) })
    await page.person.click(await button('Fund account'))
    const form = await dialog()
    await page.person.type(form.getByLabelText('Amount'), '25.5')
    expect(form.getByText('$125.50')).toBeTruthy()
    await page.person.dblClick(form.getByRole('button', { name: 'Fund account' }))
    await screen.findByText('Account funded successfully')
    expect(page.requestsTo(fundings)).toHaveLength(1)
    expect(page.requestsTo(fundings)[0]!.body.amount).toBe('25.50')
  })

  test('a funding whose answer is lost is repeated under its id, and the next one has another', async () => {
    let times = 0
    const page = open({
      [fundings]: () => {
        times += 1
        if (times === 1) throw new TypeError('the connection broke')
        return toErik({ type: 'credit' })
      },
    })
    await fund(page, '10')
    await screen.findByText('Failed to fund account')
    await page.person.click((await dialog()).getByRole('button', { name: 'Fund account' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await fund(page, '10')
    await waitFor(() => expect(page.requestsTo(fundings)).toHaveLength(3))
    const [lost, again, next] = page.requestsTo(fundings).map(({ body }) => body.transactionId)
    expect(again).toBe(lost)
    expect(next).not.toBe(lost)
  })
})

describe('the status of a transaction', () => {
  async function save(page: ReturnType<typeof open>, status: string) {
    await page.person.click(await button('Transfer to Erik Holm, 3210, Northern Savings, details'))
    const form = await dialog()
    expect((form.getByRole('radio', { name: 'pending' }) as HTMLInputElement).checked).toBe(true)
    await page.person.click(form.getByRole('radio', { name: status }))
    await page.person.click(form.getByRole('button', { name: 'Save' }))
  }

  test('the status of a transaction is set from its row', async () => {
    const page = open({ [statusOfErik]: () => ({ id: erik.id, status: 'success' }) })
    await save(page, 'success')
    await screen.findByText('Status updated successfully')
    expect(page.requestsTo(statusOfErik)[0]!.body.status).toBe('success')
  })

  test('the status dialog stays open while a newer transaction pushes its row to the next page', async () => {
    let now = erik
    const page = open({
      [`GET ${api}/transactions`]: () => ({ transactions: [now], total: 2, firstRow: 1, nextCursor: null }),
      [statusOfErik]: () => ({ id: erik.id, status: 'success' }),
    })
    await page.person.click(await button('Transfer to Erik Holm, 3210, Northern Savings, details'))
    await screen.findByRole('dialog')
    now = toErik({
      id: '0198c0de-0000-4000-8000-0000000e51c1',
      counterparty: null,
      description: 'A newer one',
    })
    await page.client.refetchQueries()
    await screen.findByText('A newer one')
    const form = await dialog()
    await page.person.click(form.getByRole('radio', { name: 'success' }))
    await page.person.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.requestsTo(statusOfErik)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a refused status shows its reason in the dialog and a failure in the toast', async () => {
    const page = open({ [statusOfErik]: () => refused('balance_insufficient') })
    await save(page, 'failed')
    await screen.findByText('Failed to update status')
    expect((await dialog()).getByText('Insufficient balance')).toBeTruthy()
  })

  test('a repeated status change reads the present status from the bank', async () => {
    let now = erik
    const page = open({
      [`GET ${api}/transactions`]: () => ({ transactions: [now], total: 1, firstRow: 1, nextCursor: null }),
      [statusOfErik]: () => {
        const isRepeat = page.requestsTo(statusOfErik).length > 1
        now = toErik({ status: 'success' })
        if (!isRepeat) throw new TypeError('the connection broke')
        return Response.json(
          { id: erik.id, status: 'failed' },
          { headers: { 'Idempotency-Replayed': 'true' } },
        )
      },
    })
    await save(page, 'failed')
    await screen.findByText('Failed to update status')
    await page.person.click((await dialog()).getByRole('button', { name: 'Save' }))
    await (await dialog()).findByText(/it has been changed to success since/)
    expect(screen.queryByText('Status updated successfully')).toBeNull()
  })
})

function noContent(): Response {
  return new Response(null, { status: 204 })
}
