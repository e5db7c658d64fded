import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'

// An expected element appears at once on a quiet machine; a busy one may take its time.
configure({ asyncUtilTimeout: 10_000 })

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
