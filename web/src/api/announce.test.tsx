import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ToasterSurface } from '../ui/toaster.tsx'
import { announce } from './announce.ts'
import { FailureNotice } from './failure-notice.tsx'

const saving = { busy: 'Saving...', done: 'Saved' }

test('a newer toast about the same subject replaces the older one', async () => {
  render(<ToasterSurface theme="light" />)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void announce(first.promise, { ...saving, failed: 'Not saved' }, 'name').catch(() => {})
  await act(async () => first.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByText('Not saved')).toBeDefined()
  void announce(second.promise, saving, 'name')
  await waitFor(() => expect(toasts()).toEqual(['Saving...']))
  await act(async () => second.resolve())
  await waitFor(() => expect(toasts()).toEqual(['Saved']))
})

test('a late success of an earlier request does not replace the toast of the present one about the same subject', async () => {
  const { first, second } = await saveTwice('name', 'name')
  await waitFor(() => expect(toasts()).toEqual(['Saving...']))
  await act(async () => first.resolve())
  expect(toasts()).toEqual(['Saving...'])
  await act(async () => second.resolve())
  await waitFor(() => expect(toasts()).toEqual(['Saved']))
})

for (const isSecondDone of [false, true]) {
  const state = isSecondDone ? 'done' : 'running'
  test(`a late failure of an earlier request about the same subject is shown while the present one is ${state}`, async () => {
    const { first, second } = await saveTwice('name', 'name')
    if (isSecondDone) await act(async () => second.resolve())
    await act(async () => first.reject(new TypeError('Failed to fetch')))
    await waitFor(() =>
      expect(toasts().toSorted()).toEqual(['Not saved', isSecondDone ? 'Saved' : 'Saving...']),
    )
  })
}

for (const [title, subjects] of [
  ['requests about two subjects each show their outcome', ['Alice', 'Bob']],
  ['requests without a subject each show their outcome', [undefined, undefined]],
] as const) {
  test(title, async () => {
    const { first, second } = await saveTwice(subjects[0], subjects[1])
    expect(toasts()).toEqual(['Saving...', 'Saving...'])
    await act(async () => second.resolve())
    await act(async () => first.reject(new TypeError('Failed to fetch')))
    await waitFor(() => expect(toasts().toSorted()).toEqual(['Not saved', 'Saved']))
  })
}

for (const [title, announcement, shown] of [
  ['a toast does not repeat what a field says', saving, []],
  ['a toast does not say what failed while a field says why', { ...saving, failed: 'Not saved' }, []],
  [
    'a specified toast says what failed while a field says why',
    { ...saving, failed: 'Not saved', isSpecified: true },
    ['Not saved'],
  ],
  [
    'a toast repeats what a field says where the specification asks for it',
    { ...saving, isSpecified: true },
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

for (const isSpecified of [false, true]) {
  test(`${isSpecified ? 'a specified toast stays' : 'a toast goes'} while the page says why a request has failed`, async () => {
    render(<ToasterSurface theme="light" />)
    const request = Promise.withResolvers<void>()
    void announce(request.promise, { ...saving, failed: 'Not saved', isSpecified }).catch(() => {})
    const error = new TypeError('Failed to fetch')
    await act(async () => request.reject(error))
    await waitFor(() => expect(toasts()).toEqual(['Not saved']))
    render(<FailureNotice error={error} />)
    await waitFor(() => expect(toasts()).toEqual(isSpecified ? ['Not saved'] : []))
  })
}

test('an outcome that the page shows needs no toast', async () => {
  render(<ToasterSurface theme="light" />)
  const request = Promise.withResolvers<void>()
  void announce(request.promise, { ...saving, done: () => undefined })
  await waitFor(() => expect(toasts()).toEqual(['Saving...']))
  await act(async () => request.resolve())
  await waitFor(() => expect(toasts()).toEqual([]))
})

/** Two requests about these subjects, both running. */
async function saveTwice(earlier: string | undefined, later: string | undefined) {
  render(<ToasterSurface theme="light" />)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void announce(first.promise, { ...saving, failed: 'Not saved' }, earlier).catch(() => {})
  await screen.findByText('Saving...')
  await act(async () => void announce(second.promise, saving, later))
  // The earlier toast goes in the next frame.
  await waitFor(() => expect(toasts()).toHaveLength(earlier && earlier === later ? 1 : 2))
  return { first, second }
}

/** The toasts that are not on their way out. */
function toasts(): (string | null)[] {
  return [...document.querySelectorAll('[data-sonner-toast][data-removed="false"]')].map(
    (one) => one.textContent,
  )
}
