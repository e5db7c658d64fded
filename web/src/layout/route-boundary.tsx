import { type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Link, useLocation } from 'react-router'
import { Button } from '../ui/button.tsx'

/** Keeps the frame standing when a page breaks. Going to another page puts it right. */
export function RouteBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKeys={[pathname]} FallbackComponent={Broken}>
      {children}
    </ErrorBoundary>
  )
}

function Broken({ error }: FallbackProps) {
  const [reference] = useState(() => crypto.randomUUID().slice(0, 8))
  // Whoever looks into it finds the fault by what its finder was told.
  useEffect(() => console.error(`Reference ${reference}:`, error), [reference, error])
  return (
    <div role="alert" className="mx-auto grid max-w-form justify-items-start gap-3 px-gutter py-section">
      <h1 className="text-h1">This page stopped working</h1>
      <p>Nothing you have sent is lost. Reload the page; if it stops again, please write to us.</p>
      <p className="text-caption text-muted-foreground">
        Reference <bdi className="tabular">{reference}</bdi>
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <Link to="/support" reloadDocument className="link-alone">
          Contact Support
        </Link>
      </div>
    </div>
  )
}
