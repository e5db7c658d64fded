import { endpoints } from '@bank/contract/endpoints'
import { linkTo } from '@bank/contract/pages'
import { type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Link, useLocation } from 'react-router'
import { useOutdated } from '../api/bank-build.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'

/** Keeps the layout usable when a page fails or its code cannot be loaded. A change of page starts over. */
export function RouteBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKeys={[pathname]} FallbackComponent={Failure}>
      {children}
    </ErrorBoundary>
  )
}

function Failure({ error }: FallbackProps) {
  const [reference] = useState(() => crypto.randomUUID().slice(0, 8))
  const outdated = useOutdated()
  // Users can give support the reference, under which the console has the error.
  useEffect(() => console.error(`Reference ${reference}:`, error), [reference, error])
  // Every answer of the bank names its build: an update explains why code is missing or data does not fit.
  useEffect(() => void call(endpoints.checkSession).catch(() => {}), [])
  return (
    <div role="alert" className="mx-auto grid max-w-form justify-items-start gap-3 px-gutter py-section">
      <h1 className="text-h1">{outdated ? 'The bank has been updated' : 'This page stopped working'}</h1>
      <p>
        Nothing you have sent is lost.{' '}
        {outdated
          ? 'Reload the page to use the new version.'
          : 'Reload the page; if it stops again, contact us.'}
      </p>
      <p className="text-caption text-muted-foreground">
        Reference <bdi className="tabular">{reference}</bdi>
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <Link to={linkTo('support')} reloadDocument className="link-alone">
          Contact Support
        </Link>
      </div>
    </div>
  )
}
