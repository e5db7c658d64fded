import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { publicConfig } from '../public-config.ts'
import { RouteBoundary } from './route-boundary.tsx'

let build = 'monday'
beforeEach(() => {
  Object.assign(publicConfig, { build: 'monday' })
  vi.stubGlobal('fetch', async () => Response.json({ session: null }, { headers: { 'bank-build': build } }))
})

test('a page that fails leaves the menu usable, and the next page works', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <MemoryRouter initialEntries={['/broken']}>
      <Link to="/whole">Elsewhere</Link>
      <RouteBoundary>
        <Routes>
          <Route path="/broken" element={<BrokenPage />} />
          <Route path="/whole" element="A whole page" />
        </Routes>
      </RouteBoundary>
    </MemoryRouter>,
  )
  expect(screen.getByRole('alert').textContent).toContain('This page stopped working')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  const [reference] = /Reference [0-9a-f]{8}/.exec(screen.getByRole('alert').textContent) ?? []
  expect(log.mock.calls.map(([text]) => text)).toContain(`${reference}:`)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(screen.getByText('A whole page')).toBeDefined()
})

function BrokenPage(): never {
  throw new Error('a defect')
}

test('a page whose code is missing because the bank was updated asks to reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  build = 'tuesday'
  const GonePage = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(
    <MemoryRouter>
      <RouteBoundary>
        <Suspense>
          <GonePage />
        </Suspense>
      </RouteBoundary>
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { name: 'The bank has been updated' })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('Nothing you have sent is lost')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
})
