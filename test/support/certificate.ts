/**
 * A certificate for the name `salon.localhost`, good for a hundred years, and its key: for servers of tests on the loopback
 * address. Nothing trusts it unless a test says so.
 */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUYaXVM7GYI+AU26t4naFJnMlhrLswCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2Fsb24ubG9jYWxob3N0MCAXDTI2MTEyMDA4Mjk0M1oYDzIx
MjYxMDI3MDgyOTQzWjAaMRgwFgYDVQQDDA9zYWxvbi5sb2NhbGhvc3QwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAASKtUkLfa/Jp2CDSNahkYUS3VQyFJml/nI0/yVj
A2qsvNCtURerj/wvPC96zDAp4kPAzAX03i9MESck0WFNHjoTo28wbTAdBgNVHQ4E
FgQUMOyYAjI0ZMd54RlgqCGgKO43oaUwHwYDVR0jBBgwFoAUMOyYAjI0ZMd54Rlg
qCGgKO43oaUwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9zYWxvbi5sb2Nh
bGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIhAMOrrGvZP90DyZeEtdWTs2McYybS/sO9
oHrdkrwMS+zMAiAhhRYfQTNsY8AnyiZmTTYwwhnNvCikFKERyg6WS3PirA==
-----END CERTIFICATE-----
`;

export const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg44iTwi4kSFJ3MX6i
5Zw5ezEmxnig6PLmvzzpDGDM5EihRANCAASKtUkLfa/Jp2CDSNahkYUS3VQyFJml
/nI0/yVjA2qsvNCtURerj/wvPC96zDAp4kPAzAX03i9MESck0WFNHjoT
-----END PRIVATE KEY-----
`;
