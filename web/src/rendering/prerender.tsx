import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { settings } from '../public-config.ts'
import { clientOfScreens, Screens } from '../screens.tsx'

/** Draws the first view of a visitor's page as HTML, with placeholders for what only a running bank knows. */
export async function drawView(
  path: string,
  wanted: { demo: boolean; supportEmail: boolean },
): Promise<string> {
  Object.assign(settings, {
    bankName: '__BANK_NAME__',
    publicSiteUrl: '__PUBLIC_SITE_URL__',
    supportEmail: wanted.supportEmail ? '__SUPPORT_EMAIL__' : '',
    demo: wanted.demo,
  })
  const { prelude } = await prerender(
    <Screens
      client={clientOfScreens()}
      router={(pages) => <StaticRouter location={path}>{pages}</StaticRouter>}
    />,
    // In one piece: what comes in pieces is put together by scripts, which the Content-Security-Policy refuses.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: fail },
  )
  return new Response(prelude).text()
}

/** A view that cannot be drawn ends the build. */
function fail(error: unknown): never {
  throw error
}
