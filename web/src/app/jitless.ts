// zod tries `new Function` unless told otherwise, which the content security policy forbids and the
// browser then reports. It reads this when its first schema is made, so it stands before all of them.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
