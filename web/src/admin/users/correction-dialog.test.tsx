import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Toaster } from 'sonner'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clara, refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { userDetails } from '../../../test/user-details.ts'
import { dropDrafts } from '../../sessions/kept-drafts.ts'
import { useSession } from '../../sessions/session.ts'
import { UserPage } from './user-page.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../../ui/dialog.tsx'

afterEach(() => {
  dropDrafts()
})

const person = userDetails()
const claraId = '0198c0de-0000-7000-8000-00000000c1a2'
const path = `/api/admin/users/${person.id}`
const correction = `PUT ${path}/profile`
const noContent = () => new Response(null, { status: 204 })

describe('correcting a user’s details', () => {
  test('a correction sends the fields with the reason and the version that the form shows', async () => {
    const bank = open({ [correction]: noContent })
    const dialog = await openDialog()
    expect(document.activeElement).toBe(dialog.getByLabelText('Name'))
    retype(dialog, 'Name', 'Alicia Moreno')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Reason is required')).toBeDefined()
    retype(dialog, 'Reason', 'Seen on the passport')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Details corrected successfully')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bank.requestsTo(correction).map(({ body }) => body)).toEqual([
      {
        name: 'Alicia Moreno',
        email: 'alice@example.com',
        dob: '1990-05-17',
        gender: 'female',
        employment_status: 'employed',
        phone: '+15551234567',
        country: 'Canada',
        address: '12 Harbour Street',
        city: 'Halifax',
        state: 'Nova Scotia',
        zip: 'B3H 4R2',
        reason: 'Seen on the passport',
        version: 3,
      },
    ])
  })

  test('a correction of the email says that it takes effect with the link that is sent to it', async () => {
    open()
    const dialog = await openDialog()
    expect(dialog.queryByText(/A link is sent to the new email/)).toBeNull()
    retype(dialog, 'Email', 'alicia@example.com')
    expect(dialog.getByText(/Until then the customer logs in with alice@example.com/)).toBeDefined()
  })

  test('a correction starts with the unconfirmed email, and says that the present one drops it', async () => {
    open({}, { pendingEmail: { email: 'alicia@example.com', expiresAt: '2026-01-07T14:15:00.000Z' } })
    const notice = (await screen.findByText(/is not confirmed yet/)).textContent
    expect(notice).toContain('alicia@example.com')
    expect(notice).toContain('Jan 7, 2026, 2:15 PM UTC')
    const dialog = await openDialog()
    expect(shownIn(dialog, 'Email')).toBe('alicia@example.com')
    retype(dialog, 'Email', 'alice@example.com')
    expect(dialog.getByText('The unconfirmed new email is dropped.')).toBeDefined()
  })

  test('a correction to an email of another user shows the error on the field and keeps what was typed', async () => {
    open({ [correction]: () => refused('email_taken') })
    const dialog = await openDialog()
    retype(dialog, 'Email', 'bruno@example.com')
    retype(dialog, 'Reason', 'RecordedRequest for at the counter')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('An account with this email already exists')).toBeDefined()
    expect(shownIn(dialog, 'Reason')).toBe('RecordedRequest for at the counter')
  })

  test('a correction that was overtaken offers the present details and keeps what was typed', async () => {
    const stored = { profileVersion: 3, city: 'Halifax', zip: 'B3H 4R2' }
    const bank = open({
      [`GET ${path}`]: () => user(stored),
      [correction]: ({ body }) => (Number(body.version) < 4 ? refused('profile_outdated') : noContent()),
    })
    const dialog = await openDialog()
    retype(dialog, 'City', 'Dartmouth')
    retype(dialog, 'Reason', 'Moved')
    Object.assign(stored, { profileVersion: 4, city: 'Truro', zip: 'B2N 1A1' })
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(
      await dialog.findByText(/These details have changed in the meantime. Check them again/),
    ).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Load the current details' }))
    expect(await dialog.findByText('Changed in the meantime to Truro')).toBeDefined()
    expect(dialog.queryByText(/Check them again/)).toBeNull()
    expect(['City', 'Zip code', 'Reason'].map((label) => shownIn(dialog, label))).toEqual([
      'Dartmouth',
      'B2N 1A1',
      'Moved',
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bank.requestsTo(correction).at(-1)?.body).toMatchObject({ city: 'Dartmouth', zip: 'B2N 1A1' })
  })

  test('a correction says before it is sent that the details were changed in the meantime', async () => {
    let profileVersion = 3
    const { client } = open({ [`GET ${path}`]: () => user({ profileVersion }) })
    const dialog = await openDialog()
    profileVersion = 4
    await client.invalidateQueries({ queryKey: ['admin'] })
    expect(await dialog.findByText(/Check them again/)).toBeDefined()
  })

  test('the email of an administrator can be corrected on the command line only', async () => {
    open({}, { role: 'administrator' })
    const dialog = await openDialog()
    expect(dialog.getByLabelText('Email').hasAttribute('readonly')).toBe(true)
    expect(dialog.getByText(/is changed on the bank’s command line only/)).toBeDefined()
  })

  test('a correction starts with empty fields where the profile has “Not provided”', async () => {
    open({}, { dob: null, city: 'Not provided' })
    const dialog = await openDialog()
    expect([shownIn(dialog, 'Date of birth'), shownIn(dialog, 'City')]).toEqual(['', ''])
  })

  test('a correction continues after the page was left, and starts again after it was closed', async () => {
    open()
    retype(await openDialog(), 'City', 'Dartmouth')
    cleanup()
    open()
    const dialog = await openDialog()
    expect(shownIn(dialog, 'City')).toBe('Dartmouth')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(shownIn(await openDialog(), 'City')).toBe('Halifax')
  })

  test('administrators cannot correct their own details', async () => {
    open({}, {}, person.id)
    await screen.findByText('12 Harbour Street')
    expect(screen.queryByRole('button', { name: 'Correct details' })).toBeNull()
  })
})

function user(facts: Partial<UserDetailsView> = {}): UserDetailsView {
  return userDetails({ profileVersion: 3, ...facts })
}

function open(
  answers: Parameters<typeof stubbedBank>[0] = {},
  facts: Partial<UserDetailsView> = {},
  signedIn = claraId,
) {
  const session = {
    user: { id: signedIn, name: 'Clara Osei', email: 'clara@example.com', role: 'administrator' },
    signedInAt: '2026-01-01T00:00:00.000Z',
    idleEndsAt: '2026-01-06T09:00:00.000Z',
    elevatedUntil: '2026-01-06T09:00:00.000Z',
    temporarySecrets: null,
  }
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session }),
    'GET /api/countries': () => [
      { name: 'Canada', phonecode: '1' },
      { name: 'Norway', phonecode: '47' },
    ],
    [`GET ${path}`]: () => user(facts),
    [`GET ${path}/transactions`]: () => ({ transactions: [], total: 0, firstRow: 1, nextCursor: null }),
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }))
  const { client } = visit(
    '/admin/users/:id',
    <SignedIn>
      <UserPage />
      <Toaster />
    </SignedIn>,
    `/admin/users/${person.id}`,
    { ...clara(), id: signedIn },
  )
  return { ...bank, client }
}

/** The page is behind the gate. */
function SignedIn({ children }: { children: ReactNode }) {
  return useSession().data?.session ? children : null
}

type Within = ReturnType<typeof inDialog>

function inDialog(element: HTMLElement) {
  return within(element)
}

async function openDialog(): Promise<Within> {
  await userEvent.click(await screen.findByRole('button', { name: 'Correct details' }))
  const dialog = inDialog(await screen.findByRole('dialog', { name: 'Correct details' }))
  await dialog.findByRole('option', { name: 'Norway' })
  // The select of happy-dom does not take the default values of a form.
  const chosen = { Gender: 'female', 'Employment status': 'employed', Country: 'Canada' }
  for (const [label, value] of Object.entries(chosen)) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  }
  return dialog
}

function retype(dialog: Within, label: string, text: string): void {
  fireEvent.change(dialog.getByLabelText(label), { target: { value: text } })
}

function shownIn(dialog: Within, label: string): string {
  return (dialog.getByLabelText(label) as HTMLInputElement).value
}
