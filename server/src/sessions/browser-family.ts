/** The browser's family without its version: enough to recognise a device, too little to follow it. */
export function browserFamily(userAgent: string): string {
  const families = {
    'Edg/': 'Edge',
    'OPR/': 'Opera',
    'Firefox/': 'Firefox',
    'Chrome/': 'Chrome',
    'Safari/': 'Safari',
  }
  return Object.entries(families).find(([sign]) => userAgent.includes(sign))?.[1] ?? 'Other'
}
