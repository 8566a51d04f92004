-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "mailed_link" (
    "user_id" UUID NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "email" CITEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailed_link_pkey" PRIMARY KEY ("user_id","kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "mailed_link_token_hash_key" ON "mailed_link"("token_hash");

-- CreateIndex
CREATE INDEX "mailed_link_expires_at_idx" ON "mailed_link"("expires_at");

-- AddForeignKey
ALTER TABLE "mailed_link" ADD CONSTRAINT "mailed_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mailed_link" ADD CONSTRAINT "mailed_link_kind" CHECK ("kind" IN ('reset', 'verification'));

-- An account without a password was made with an address that the service it signs in with has verified.
UPDATE "user_account" SET "email_verified_at" = "created_at" WHERE "password_hash" IS NULL;
