import { act, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { ErrorBoundary } from 'react-error-boundary'
import { expect, test, vi } from 'vitest'
import { deferred } from './deferred.tsx'

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>
}

test('a deferred component shows its placeholder, then itself, and the next one is there at once', async () => {
  const load = vi.fn(async () => Greeting)
  const Deferred = deferred(load)
  const { rerender } = render(<Deferred name="Alice" placeholder="Loading" />)
  expect(document.body.textContent).toBe('Loading')
  expect(await screen.findByText('Hello Alice')).toBeTruthy()
  rerender(<Deferred key="another" name="Bruno" placeholder="Loading" />)
  expect(document.body.textContent).toBe('Hello Bruno')
  expect(load).toHaveBeenCalledTimes(1)
})

test('the server’s HTML of a deferred component in the first view stays until its code has arrived', async () => {
  const code = Promise.withResolvers<typeof Greeting>()
  const Deferred = deferred(() => code.promise, { isInFirstView: true })
  const pageOf = (greeting: ReactNode) => <Suspense fallback="Loading">{greeting}</Suspense>
  const root = document.createElement('div')
  root.innerHTML = renderToString(pageOf(<Greeting name="Alice" />))
  const drawn = root.querySelector('p')
  await act(async () => void hydrateRoot(root, pageOf(<Deferred name="Alice" placeholder="Loading" />)))
  expect(root.textContent).toBe('Hello Alice')
  await act(async () => code.resolve(Greeting))
  expect(root.querySelector('p')).toBe(drawn)
})

test('a deferred component whose code cannot be loaded fails where an error boundary shows it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Deferred = deferred<{ name: string }>(() => Promise.reject(new Error('no such file')))
  render(
    <ErrorBoundary fallbackRender={({ error }) => `Failed: ${(error as Error).message}`}>
      <Deferred name="Alice" />
    </ErrorBoundary>,
  )
  expect(await screen.findByText('Failed: no such file')).toBeTruthy()
})
