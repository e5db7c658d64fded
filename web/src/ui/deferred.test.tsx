import { render, screen } from '@testing-library/react'
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
