-- What one operator sends to a customer alone: sentences that two operators, or a release, wrote in three languages, with
-- fields that come from the record or from a bounded choice (decision 0137).
CREATE TABLE message_template (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  place text NOT NULL CHECK (place IN ('conversation', 'customer', 'verifications', 'deposits', 'withdrawals', 'loans',
    'login-password-resets', 'factor-resets')),
  texts jsonb NOT NULL,
  -- Empty of what came with a release.
  proposal_id bigint UNIQUE REFERENCES proposal (id),
  ended_at timestamptz
);
CREATE INDEX message_template_in_use ON message_template (place, id) WHERE ended_at IS NULL;

CREATE FUNCTION message_template_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL
    OR to_jsonb(NEW) - 'ended_at' IS DISTINCT FROM to_jsonb(OLD) - 'ended_at'
  THEN
    RAISE EXCEPTION 'template % ends once and otherwise stays', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER message_template_changes BEFORE UPDATE ON message_template
  FOR EACH ROW EXECUTE FUNCTION message_template_ends_once();
CREATE TRIGGER message_template_is_kept BEFORE DELETE OR TRUNCATE ON message_template
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A release's own are there before anybody is; what comes later was approved.
CREATE FUNCTION message_template_is_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM proposal WHERE id = NEW.proposal_id AND kind = 'message_template' AND state = 'approved')
  THEN
    RAISE EXCEPTION 'a template is approved by a second operator' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE announcement ADD COLUMN template_id bigint REFERENCES message_template (id);
DROP TRIGGER announcement_stays_as_sent ON announcement;
CREATE TRIGGER announcement_stays_as_sent
  BEFORE UPDATE OF id, request_id, texts, audience, recipients, last_customer_id, written_by, written_at,
    author, proposal_id, template_id OR DELETE OR TRUNCATE ON announcement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A template's words stand in three languages, where own words stand in one.
ALTER TABLE service_message ADD COLUMN template_id bigint REFERENCES message_template (id), ADD COLUMN texts jsonb;
DO $$
DECLARE name text;
BEGIN
  SELECT conname INTO STRICT name FROM pg_constraint WHERE conrelid = 'service_message'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) LIKE '%body <> ''''::text%';
  EXECUTE format('ALTER TABLE service_message DROP CONSTRAINT %I', name);
END $$;
ALTER TABLE service_message
  ADD CONSTRAINT service_message_says_something CHECK (body <> '' OR article IS NOT NULL OR texts IS NOT NULL),
  ADD CONSTRAINT service_message_of_a_template
    CHECK ((texts IS NULL) = (template_id IS NULL) AND (texts IS NULL OR author IS NOT NULL AND body = ''));

INSERT INTO message_template (place, texts) VALUES
('conversation', '{
  "jp": {"title": "注文の確認中", "body": "注文番号 {{order}} についてのお問い合わせを承りました。記録を確認し、{{due_day}}までにこちらでご返信いたします。"},
  "cn": {"title": "正在核实委托", "body": "已收到您关于委托编号 {{order}} 的咨询。我们正在核实记录，将于{{due_day}}前在此回复您。"},
  "us": {"title": "Checking an order", "body": "We have received your question about order {{order}}. We are checking the record and will reply here by {{due_day}}."}}'),
('conversation', '{
  "jp": {"title": "銘柄の確認中", "body": "{{stock}}についてのお問い合わせを承りました。担当部署で確認し、{{due_day}}までにこちらでご返信いたします。"},
  "cn": {"title": "正在核实股票", "body": "已收到您关于{{stock}}的咨询。我们正请相关部门核实，将于{{due_day}}前在此回复您。"},
  "us": {"title": "Checking a stock", "body": "We have received your question about {{stock}}. The department in charge is checking it, and we will reply here by {{due_day}}."}}'),
('conversation', '{
  "jp": {"title": "お問い合わせの受付", "body": "お問い合わせを承りました。確認のうえ、{{due_day}}までにこちらでご返信いたします。"},
  "cn": {"title": "已受理咨询", "body": "已收到您的咨询。我们正在核实，将于{{due_day}}前在此回复您。"},
  "us": {"title": "Question received", "body": "We have received your question. We are looking into it and will reply here by {{due_day}}."}}'),
('conversation', '{
  "jp": {"title": "受付番号の確認", "body": "受付番号 {{case}} のお手続きは現在審査中です。審査が終わり次第、結果をお知らせいたします。"},
  "cn": {"title": "受理编号查询", "body": "受理编号 {{case}} 的申请正在审核中。审核结束后我们会通知您结果。"},
  "us": {"title": "Case under review", "body": "Your request under case number {{case}} is being reviewed. We will let you know the result as soon as the review ends."}}'),
('customer', '{
  "jp": {"title": "書類ご提出のお願い", "body": "お客様の{{document}}の確認が必要です。{{due_day}}までに、アプリの本人確認画面からご提出ください。"},
  "cn": {"title": "请提交证件", "body": "我们需要核实您的{{document}}。请于{{due_day}}前在应用的实名认证页面提交。"},
  "us": {"title": "Document needed", "body": "We need to check your {{document}}. Please submit it on the app’s identity verification screen by {{due_day}}."}}'),
('customer', '{
  "jp": {"title": "制限の審査状況", "body": "お客様の口座に関する審査を続けております。{{due_day}}までに結果をお知らせいたします。"},
  "cn": {"title": "账户审核进度", "body": "我们仍在审核您的账户，将于{{due_day}}前通知您结果。"},
  "us": {"title": "Account review in progress", "body": "We are still reviewing your account and will let you know the result by {{due_day}}."}}'),
('customer', '{
  "jp": {"title": "訂正記帳のご説明", "body": "{{date}}の{{amount}}の記帳について調査し、訂正いたしました。詳細は取引履歴でご確認ください。"},
  "cn": {"title": "更正记账说明", "body": "我们核实了{{date}}的{{amount}}记账并已更正。详情请在资金记录中查看。"},
  "us": {"title": "Correction of an entry", "body": "We looked into the entry of {{amount}} on {{date}} and corrected it. Your records show the details."}}'),
('deposits', '{
  "jp": {"title": "ご入金の確認中", "body": "{{date}}にお申し込みの{{amount}}のご入金は、まだ着金を確認できておりません。{{due_day}}までに再度確認し、結果をお知らせいたします。"},
  "cn": {"title": "正在核实充值", "body": "您{{date}}申请的{{amount}}充值尚未到账。我们将于{{due_day}}前再次核实并通知您结果。"},
  "us": {"title": "Deposit being traced", "body": "Your deposit of {{amount}} entered on {{date}} has not reached us yet. We will check again and let you know by {{due_day}}."}}'),
('deposits', '{
  "jp": {"title": "名義相違のご入金", "body": "{{date}}にお申し込みの{{amount}}のご入金は、振込名義がお客様のご登録名と異なります。ご入金はご本人名義の口座からのみ承ります。"},
  "cn": {"title": "付款人姓名不符", "body": "您{{date}}申请的{{amount}}充值，付款人姓名与您的登记姓名不符。充值仅限使用本人名下的账户。"},
  "us": {"title": "Payer’s name differs", "body": "The payer of your deposit of {{amount}} entered on {{date}} is not the account holder. Deposits are accepted only from an account in your own name."}}'),
('withdrawals', '{
  "jp": {"title": "出金先口座の確認", "body": "{{date}}にお申し込みの{{amount}}の出金は、出金先口座の情報に誤りがあるため送金できません。アプリの出金先口座の画面でご確認ください。"},
  "cn": {"title": "请核对收款账户", "body": "您{{date}}申请的{{amount}}提现，因收款账户信息有误而无法汇出。请在应用的银行卡页面核对。"},
  "us": {"title": "Check your bank account", "body": "Your withdrawal of {{amount}} requested on {{date}} cannot be paid, because the bank account’s details are incorrect. Please check them on the app’s bank account screen."}}'),
('withdrawals', '{
  "jp": {"title": "出金手続きの遅れ", "body": "{{date}}にお申し込みの{{amount}}の出金は、確認に時間を要しております。{{due_day}}までに結果をお知らせいたします。"},
  "cn": {"title": "提现处理延迟", "body": "您{{date}}申请的{{amount}}提现需要更多时间核实。我们将于{{due_day}}前通知您结果。"},
  "us": {"title": "Withdrawal takes longer", "body": "Your withdrawal of {{amount}} requested on {{date}} is taking longer to check. We will let you know the result by {{due_day}}."}}'),
('verifications', '{
  "jp": {"title": "本人確認書類の再撮影", "body": "{{date}}にご提出の{{document}}は、文字を読み取れませんでした。明るい場所で全体が写るように撮影し、もう一度ご提出ください。"},
  "cn": {"title": "请重新拍摄证件", "body": "您{{date}}提交的{{document}}照片无法辨认。请在光线充足处拍下完整证件后重新提交。"},
  "us": {"title": "Photograph the ID again", "body": "The {{document}} that you submitted on {{date}} could not be read. Please photograph all of it in good light and submit it again."}}'),
('loans', '{
  "jp": {"title": "融資審査の追加書類", "body": "{{date}}にお申し込みの{{amount}}の融資の審査には、{{document}}の確認が必要です。{{due_day}}までに、アプリの本人確認画面からご提出ください。"},
  "cn": {"title": "贷款审核需补充材料", "body": "审核您{{date}}申请的{{amount}}贷款需要核实{{document}}。请于{{due_day}}前在应用的实名认证页面提交。"},
  "us": {"title": "Document for your loan", "body": "To review your loan application for {{amount}} of {{date}} we need to check your {{document}}. Please submit it on the app’s identity verification screen by {{due_day}}."}}'),
('login-password-resets', '{
  "jp": {"title": "パスワード再設定の審査", "body": "{{date}}に受け付けた受付番号 {{case}} のお手続きを審査中です。{{due_day}}までに結果をお知らせいたします。"},
  "cn": {"title": "密码重置审核中", "body": "{{date}}受理的编号 {{case}} 的申请正在审核，我们将于{{due_day}}前通知您结果。"},
  "us": {"title": "Reset under review", "body": "Your request under case number {{case}} of {{date}} is being reviewed. We will let you know the result by {{due_day}}."}}'),
('factor-resets', '{
  "jp": {"title": "2段階認証の解除の審査", "body": "{{date}}に受け付けた受付番号 {{case}} のお手続きを審査中です。{{due_day}}までに結果をお知らせいたします。"},
  "cn": {"title": "两步验证解除审核中", "body": "{{date}}受理的编号 {{case}} 的申请正在审核，我们将于{{due_day}}前通知您结果。"},
  "us": {"title": "Second factor under review", "body": "Your request under case number {{case}} of {{date}} is being reviewed. We will let you know the result by {{due_day}}."}}');

CREATE TRIGGER message_template_begins BEFORE INSERT ON message_template
  FOR EACH ROW EXECUTE FUNCTION message_template_is_approved();
