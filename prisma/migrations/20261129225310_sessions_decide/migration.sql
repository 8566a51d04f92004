-- Sessions whose token was no longer valid.
DELETE FROM "session" s USING "user_account" u
  WHERE u.id = s.user_id AND u.session_version <> s.session_version;
DELETE FROM "session" s USING "revoked_token" r WHERE r.jti = s.id;

-- DropForeignKey
ALTER TABLE "revoked_token" DROP CONSTRAINT "revoked_token_user_id_fkey";

-- AlterTable
ALTER TABLE "user_account" DROP COLUMN "session_version";

-- AlterTable
ALTER TABLE "session" DROP COLUMN "session_version";

-- DropTable
DROP TABLE "revoked_token";
