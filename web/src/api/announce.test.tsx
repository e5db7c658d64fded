import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ToasterSurface } from '../ui/toaster-surface.tsx'
import { announce } from './announce.ts'

const saving = { busy: 'Saving...', done: 'Saved' }

test('a newer toast about the same subject replaces the older one', async () => {
  render(<ToasterSurface theme="light" />)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void announce(first.promise, { ...saving, failed: 'Not saved' }).catch(() => {})
  await act(async () => first.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByText('Not saved')).toBeDefined()
  void announce(second.promise, saving)
  await waitFor(() => expect(toasts()).toEqual(['Saving...']))
  await act(async () => second.resolve())
  await waitFor(() => expect(toasts()).toEqual(['Saved']))
})

test('a late answer of an earlier request does not replace the toast of the present one', async () => {
  render(<ToasterSurface theme="light" />)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void announce(first.promise, { ...saving, failed: 'Not saved' }).catch(() => {})
  void announce(second.promise, saving)
  await act(async () => second.resolve())
  await waitFor(() => expect(toasts()).toEqual(['Saved']))
  await act(async () => first.reject(new TypeError('Failed to fetch')))
  expect(toasts()).toEqual(['Saved'])
})

for (const [title, announcement, shown] of [
  ['a toast does not repeat what a field says', saving, []],
  ['a toast says what failed while a field says why', { ...saving, failed: 'Not saved' }, ['Not saved']],
  [
    'a toast repeats what a field says where the specification asks for it',
    { ...saving, repeatsField: true },
    ['Name is required'],
  ],
] as const) {
  test(title, async () => {
    render(<ToasterSurface theme="light" />)
    const errors = [{ pointer: '/name', detail: 'Name is required' }]
    const refusal = { code: 'validation', detail: 'Name is required', status: 422, errors }
    const request = Promise.withResolvers<void>()
    void announce(request.promise, announcement).catch(() => {})
    await waitFor(() => expect(toasts()).toEqual(['Saving...']))
    await act(async () => request.reject(refusal))
    await waitFor(() => expect(toasts()).toEqual(shown))
  })
}

/** The toasts that are not on their way out. */
function toasts(): (string | null)[] {
  return [...document.querySelectorAll('[data-sonner-toast][data-removed="false"]')].map(
    (one) => one.textContent,
  )
}
