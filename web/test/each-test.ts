import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import React from 'react'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'

configure({
  // An expected element appears at once on a quiet machine; a busy one may take its time.
  asyncUtilTimeout: 10_000,
  // While a query is repeated, only its last error needs the document, which is printed for it once more.
  getElementError(message, container) {
    const error = new Error([message, !isRepeated() && prettyDOM(container)].filter(Boolean).join('\n\n'))
    error.name = 'TestingLibraryElementError'
    return error
  },
})

function isRepeated(): boolean {
  const config: { readonly _disableExpensiveErrorDiagnostics?: boolean } = getConfig()
  return config._disableExpensiveErrorDiagnostics ?? false
}

// For its warnings, React takes a stack trace with the first ten thousand elements of each second: a sixth of the tests' time.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty((React as unknown as Record<string, object>)[internals], 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
})

// The test files of a worker share the libraries and the document. Our own modules, which keep drafts, the bank's clock and its
// build, are new for each file.
vi.resetModules()

// The toasts' library adds its style sheet, whose rules each look-up by role would compare with each element and its parents.
for (const style of globalThis.document?.head.querySelectorAll('style') ?? []) style.remove()

// Before each test, because a late answer may have come after the end of the test before.
beforeEach(() => {
  toast.dismiss()
  // The tests of server rendering have no document.
  if (!globalThis.document) return
  sessionStorage.clear()
  localStorage.clear()
  document.documentElement.className = ''
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
